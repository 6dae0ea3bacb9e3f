from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_races"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                condition=models.Q(("code", ""), _negated=True),
                fields=["code"],
                name="run_by_code",
            ),
        ),
    ]
