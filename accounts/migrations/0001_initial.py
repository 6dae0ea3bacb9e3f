# The first migration: players, from the first day our own model.

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        blank=True, max_length=20, null=True, unique=True, verbose_name="name"
                    ),
                ),
                (
                    "name_key",
                    models.CharField(editable=False, max_length=255, null=True, unique=True),
                ),
                (
                    "name_skeleton",
                    models.CharField(editable=False, max_length=255, null=True, unique=True),
                ),
                (
                    "tag",
                    models.CharField(
                        blank=True, default="", max_length=4, verbose_name="guest tag"
                    ),
                ),
                (
                    "email",
                    models.EmailField(
                        blank=True,
                        db_index=True,
                        default="",
                        max_length=254,
                        verbose_name="e-mail address",
                    ),
                ),
                ("is_guest", models.BooleanField(default=True, verbose_name="guest")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                ("is_staff", models.BooleanField(default=False, verbose_name="staff")),
                ("zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "language",
                    models.CharField(blank=True, default="", max_length=8, verbose_name="language"),
                ),
                ("settings", models.JSONField(blank=True, default=dict, verbose_name="settings")),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="created"),
                ),
                (
                    "seen_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="last seen"
                    ),
                ),
                (
                    "deletion_requested_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="deletion requested"),
                ),
                ("deleted_at", models.DateTimeField(blank=True, null=True, verbose_name="deleted")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_guest", True)),
                        fields=["seen_at"],
                        name="accounts_user_idle_guests",
                    ),
                    models.Index(
                        condition=models.Q(("deletion_requested_at__isnull", False)),
                        fields=["deletion_requested_at"],
                        name="accounts_user_leaving",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("deleted_at__isnull", True),
                                ("is_guest", True),
                                ("name__isnull", True),
                            ),
                            models.Q(
                                ("deleted_at__isnull", True),
                                ("is_guest", False),
                                ("name__isnull", False),
                            ),
                            models.Q(
                                ("deleted_at__isnull", False),
                                ("is_guest", False),
                                ("name__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="accounts_user_named_unless_guest_or_deleted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("name__isnull", True),
                                ("name_key__isnull", True),
                                ("name_skeleton__isnull", True),
                            ),
                            models.Q(
                                ("name__isnull", False),
                                ("name_key__isnull", False),
                                ("name_skeleton__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="accounts_user_name_keys",
                    ),
                ],
            },
        ),
    ]
