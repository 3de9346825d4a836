"""A typed client for the print-and-mail API. `api`, `models`, `client`, `errors` and `types` are generated."""

from . import models
from .calls import Refused, answered, new_key, print_and_mail
from .client import Client
from .hashes import content_hash
from .webhooks import WebhookMessage, WebhookRefused, verify_webhook

__all__ = [
    "Client",
    "Refused",
    "WebhookMessage",
    "WebhookRefused",
    "answered",
    "content_hash",
    "models",
    "new_key",
    "print_and_mail",
    "verify_webhook",
]
