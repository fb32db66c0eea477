"""How many jobs and files may wait."""

from django.utils.translation import gettext_lazy as _

from rest.limits import StoredLimit

LIMITS = {
    "unfinished_jobs_of_group": StoredLimit(
        3,
        _("A group can have %(maximum)s unfinished jobs: wait for one to finish, or cancel one."),
        code="too_many_jobs",
    ),
    "upload_bytes_of_account": StoredLimit(
        128 * 1024 * 1024,
        _(
            "Your files that wait to be imported may have %(maximum)s bytes together: import one, "
            "or wait until they are deleted, after a week."
        ),
    ),
}
