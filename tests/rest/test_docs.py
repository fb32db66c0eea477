"""The schema and its pages, with nothing from any other host."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from rest_framework.test import APIClient

from tests.api.contract import read_yaml
from tests.server import run_python

LINKS = re.compile(r"""(?:src|href|spec-url)=["']([^"']*)["']""")
PAGES = ["docs", "redoc"]


def test_the_front_page_leads_on(api: APIClient) -> None:
    index = api.get("/").json()
    assert index["name"] == "Tableside"
    for name in ("docs", "reference", "schema"):
        assert api.get(index[name]).status_code == 200


@pytest.mark.parametrize("accept", ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html"])
def test_without_the_client_a_person_reads_what_is_missing(api: APIClient, accept: str) -> None:
    response = api.get("/", HTTP_ACCEPT=accept, HTTP_ACCEPT_LANGUAGE="de")
    assert (response.status_code, response["Content-Type"]) == (200, "text/html; charset=utf-8")
    text = response.content.decode()
    assert "Node.js" in text
    assert "make run" in text
    assert f'href="{reverse("docs")}"' in text
    assert '<html lang="en"' in text
    assert response["Content-Language"] == "en"
    assert {"Accept", "Accept-Language"} <= set(response["Vary"].split(", "))


@pytest.mark.parametrize(
    ("query", "accept", "media_type"),
    [
        ("", "*/*", "application/vnd.oai.openapi"),
        ("", "application/yaml", "application/yaml"),
        ("", "application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
        ("?format=json", "*/*", "application/vnd.oai.openapi+json"),
        ("?format=yaml", "*/*", "application/vnd.oai.openapi"),
    ],
)
def test_the_schema_in_either_format(
    api: APIClient, query: str, accept: str, media_type: str
) -> None:
    response = api.get(reverse("schema") + query, HTTP_ACCEPT=accept)
    assert response.headers["Content-Type"] == media_type
    load = json.loads if media_type.endswith("json") else read_yaml
    assert load(response.content)["info"]["title"] == "Tableside"


def test_the_schema_is_not_sent_twice(api: APIClient) -> None:
    first = api.get(reverse("schema"))
    assert "max-age" in first.headers["Cache-Control"]
    again = api.get(reverse("schema"), HTTP_IF_NONE_MATCH=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


# In a process of its own, as in this one the schema is made already.
FIRST_REQUESTS = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import django

django.setup()

from rest_framework.test import APIClient

TOGETHER = 8
barrier = Barrier(TOGETHER)


def ask(number):
    barrier.wait()
    name = ("json", "yaml")[number % 2]
    return APIClient().get("/api/schema/", {"format": name}, HTTP_HOST="localhost").status_code


with ThreadPoolExecutor(TOGETHER) as threads:
    print(*threads.map(ask, range(TOGETHER)))
"""


@pytest.mark.full
def test_the_first_requests_may_come_at_once() -> None:
    answers = run_python("-c", FIRST_REQUESTS, DJANGO_SETTINGS_MODULE="config.settings")
    assert answers.stdout.split() == ["200"] * 8, answers.stderr


@pytest.mark.parametrize("page", PAGES)
def test_a_page_links_only_to_this_server(api: APIClient, page: str) -> None:
    response = api.get(reverse(page))
    html = response.content.decode()
    assert "//" not in html  # no address with a host, with or without its scheme
    links = LINKS.findall(html)
    assert len(links) >= 2
    for link in links:
        if link.startswith("/static/"):
            assert finders.find(link.removeprefix("/static/").partition("?")[0]), link
        else:
            assert api.get(link).status_code == 200, link


@pytest.mark.parametrize("page", PAGES)
def test_a_page_may_ask_no_other_host(api: APIClient, page: str) -> None:
    policy = api.get(reverse(page)).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "script-src" not in policy  # so that no inline script runs either


def test_the_script_of_the_docs_page(api: APIClient) -> None:
    script = api.get(reverse("docs"), {"script": ""}).content.decode()
    assert reverse("schema") in script
    assert '"validatorUrl": null' in script
    assert "https:" not in script
