"""How many webhooks a group can have."""

from django.utils.translation import gettext_lazy as _

from rest.limits import StoredLimit

LIMITS = {
    "webhooks_of_group": StoredLimit(
        5, _("A group can have %(maximum)s webhooks: delete one that nobody needs.")
    ),
}
