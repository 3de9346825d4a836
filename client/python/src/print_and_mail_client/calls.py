"""Makes the client and idempotency keys, and turns a failed response into an exception."""

from typing import TypeVar
from uuid import uuid4

from httpx import Timeout

from .client import Client
from .models import Error, GatewayError

Response = TypeVar("Response")

# Longer than the gateway's 30 seconds. By default the generated client gives up after 5.
_TIMEOUT_SECONDS = 35.0


class Refused(Exception):
    """The request failed. The message names the field and the fix.

    code: for programs; None if the service does not know the reason, or did not receive the request.
    error: the whole response, with `field` and `errors`; a GatewayError if the service may not have received the request;
    None if the response has a status that the API does not describe.
    """

    def __init__(self, error: Error | GatewayError | None) -> None:
        self.error = error
        self.code = None if error is None else (error.code or None)
        super().__init__(_sentence(error))


def _sentence(error: Error | GatewayError | None) -> str:
    if error is None:
        return "The API does not describe this response."
    if isinstance(error, Error):
        return error.error
    return error.error or error.message or "The service did not respond. Send the same request again."


def print_and_mail(base_url: str) -> Client:
    """Returns a client for the service at `base_url`, which ends in /v1."""
    return Client(base_url=base_url, timeout=Timeout(_TIMEOUT_SECONDS))


def new_key() -> str:
    """An idempotency key for one action that a person confirms. Keep it, and send it again with each retry."""
    return str(uuid4())


def answered(response: Response | Error | GatewayError | None) -> Response:
    """The response of a successful call; raises Refused for any other."""
    if response is None or isinstance(response, Error | GatewayError):
        raise Refused(response)
    return response
