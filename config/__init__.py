"""This deployment: settings, addresses, the ASGI application, Celery and the server."""
