"""How much of a person may be stored."""

from django.utils.translation import gettext_lazy as _

from rest.limits import StoredLimit

LIMITS = {
    "access_tokens_of_account": StoredLimit(
        50, _("You can have %(maximum)s access tokens: revoke one first.")
    ),
}
