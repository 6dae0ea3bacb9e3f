import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_results_of_races"),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="chosen_from",
            field=models.IntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="challenge",
            name="published_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
    ]
