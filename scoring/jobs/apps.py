from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "scoring.jobs"

    def ready(self) -> None:
        from games.selectors.access import GROUP_OF
        from games.services.cleanup import CLEANUPS
        from scoring.jobs import forgetting  # noqa: F401  (hears of deleted accounts)
        from scoring.jobs.queue import delete_old_files, delete_old_uploads

        GROUP_OF["job"] = "jobs"
        CLEANUPS["files of jobs"] = delete_old_files
        CLEANUPS["files to import"] = delete_old_uploads
