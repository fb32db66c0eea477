"""Work that no request waits for: by Celery's workers, or by a thread of the server."""
