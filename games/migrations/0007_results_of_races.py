from django.db import migrations, models


def results_name_races(apps, schema_editor):
    """What was told of races before results could name them."""
    runs = apps.get_model("games", "Run").objects.filter(pk=models.OuterRef("run_id"))
    results = apps.get_model("games", "Result").objects.filter(run__race__isnull=False)
    results.update(race_id=models.Subquery(runs.values("race_id")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_race_results"),
    ]

    operations = [
        migrations.RunPython(results_name_races, migrations.RunPython.noop),
    ]
