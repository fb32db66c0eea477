from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "scoring.jobs"

    def ready(self) -> None:
        from games.services.cleanup import on_cleanup
        from scoring.jobs.queue import delete_old_files

        on_cleanup("files of jobs", delete_old_files)
