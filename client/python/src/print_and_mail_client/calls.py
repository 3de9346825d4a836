"""How a call begins and ends: the client of a service, the key of an action, and the answer or its refusal."""

from typing import TypeVar
from uuid import uuid4

from httpx import Timeout

from .client import Client
from .models import Error, GatewayError

Answer = TypeVar("Answer")

# A gateway gives up after 30 seconds; the generated client alone would after 5.
_PATIENCE_SECONDS = 35.0


class Refused(Exception):
    """The service has not done what was asked. Its text names the field and the cure.

    code: for programs; None where the service does not know the reason, or did not get the request.
    error: the whole answer, with `field` and `errors`; a GatewayError if the service may not have got the request; None
    if the answer has a status that the API does not describe.
    """

    def __init__(self, error: Error | GatewayError | None) -> None:
        self.error = error
        self.code = None if error is None else (error.code or None)
        super().__init__(_sentence(error))


def _sentence(error: Error | GatewayError | None) -> str:
    if error is None:
        return "The answer is none that the API describes."
    if isinstance(error, Error):
        return error.error
    return error.error or error.message or "The service did not answer. Send the same request again."


def print_and_mail(base_url: str) -> Client:
    """A client of the service at `base_url`, which ends in /v1."""
    return Client(base_url=base_url, timeout=Timeout(_PATIENCE_SECONDS))


def new_key() -> str:
    """An idempotency key for one action that a person confirms. Keep it, and send it again with each retry."""
    return str(uuid4())


def answered(answer: Answer | Error | GatewayError | None) -> Answer:
    """The answer of a call, if the service has done what was asked; raises Refused if not."""
    if answer is None or isinstance(answer, Error | GatewayError):
        raise Refused(answer)
    return answer
