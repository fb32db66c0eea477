from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "scoring.jobs"

    def ready(self) -> None:
        from accounts.account_hooks import on_address, on_repeat
        from games.services.cleanup import on_cleanup
        from rest.limits import LIMITS
        from scoring.jobs import forgetting, limits  # noqa: F401  (hears of deleted accounts)
        from scoring.jobs.queue import delete_old_files, delete_old_uploads
        from scoring.jobs.selectors import is_member, names_group

        LIMITS.update(limits.LIMITS)
        on_repeat(is_member)
        on_address(names_group)
        on_cleanup("files of jobs", delete_old_files)
        on_cleanup("files to import", delete_old_uploads)
