"""Django with one address and no apps: the least that a server can start with."""

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(SECRET_KEY="benchmark", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__)


def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("{}", headers={"Content-Length": "2"})


urlpatterns = [path("api/v1/", empty)]
application = get_asgi_application()
