from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "scoring.exchange"

    def ready(self) -> None:
        from scoring.exchange.services import exports, imports  # noqa: F401  (registers their jobs)
        from scoring.exchange.services.hidden_writing import delete_leftovers
        from scoring.jobs.worker import on_job_end

        on_job_end(delete_leftovers)
