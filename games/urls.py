from django.urls import path

from games import converters  # noqa: F401  (registers them)
from games.views import (
    analysis,
    challenges,
    fairness,
    ghosts,
    new,
    races,
    records,
    reports,
    runs,
    stop,
    table,
    verification,
)

app_name = "games"

urlpatterns = [
    path("new/", new.game_new, name="new"),
    path(
        "<challenge_kind:kind>/<day:day>/<str:event>/start/",
        challenges.challenge_start,
        name="challenge_start",
    ),
    path(
        "<challenge_kind:kind>/<day:day>/<str:event>/proof.txt",
        challenges.challenge_proof_file,
        name="challenge_proof",
    ),
    path("fairness/", fairness.fairness_page, name="fairness"),
    path("fairness/check/", fairness.commitment_page, name="verify_commitment"),
    path("c/<str:text>/", new.game_of_code, name="code"),
    path("play/<str:token>/", table.table, name="table"),
    path("races/", races.races, name="races"),
    path("races/<str:token>/", races.race_page, name="race"),
    path("races/<str:token>/join/", races.race_join, name="race_join"),
    path("races/<str:token>/rematch/", races.race_again, name="race_again"),
    path("my/", runs.runs_mine, name="mine"),
    path("runs/<str:token>/", runs.run_page, name="run"),
    path("runs/<str:token>/replay.json", runs.run_replay, name="replay"),
    path("runs/<str:token>/record.txt", runs.run_record_file, name="record"),
    path("records/submit/", records.record_form, name="submit"),
    path("runs/<str:token>/verification/", verification.verification_fragment, name="verification"),
    path("runs/<str:token>/verify/", verification.verify_form, name="verify"),
    path(
        "runs/<str:token>/reviews/<int:review_id>/appeal/",
        verification.appeal_form,
        name="appeal",
    ),
    path("runs/<str:token>/challenge/", ghosts.ghost_page, name="challenge"),
    path("runs/<str:token>/challenge/room/", ghosts.ghost_room_form, name="challenge_room"),
    path("runs/<str:token>/ghost/", ghosts.ghost_form, name="ghost"),
    path("runs/<str:token>/ghost.json", ghosts.ghost_file, name="ghost_course"),
    path("runs/<str:token>/report/", reports.run_report_form, name="report"),
    path("runs/<str:token>/analysis/", analysis.analysis_fragment, name="analysis"),
    path("runs/<str:token>/analyse/", analysis.analysis_form, name="analyse"),
    path("runs/<str:token>/retry/", analysis.retry_form, name="retry"),
    path("runs/<str:token>/restart/", runs.run_restart_form, name="restart"),
    path("runs/<str:token>/casual/", runs.run_casual_form, name="casual"),
    path("runs/<str:token>/stop/", stop.run_stop_form, name="stop"),
]
