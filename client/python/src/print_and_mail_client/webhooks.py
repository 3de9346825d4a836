"""Verifies a webhook by Standard Webhooks 1.0.0: https://github.com/standard-webhooks/standard-webhooks."""

import hmac
import json
import time
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_MAX_CLOCK_SKEW_SECONDS = 300

# Returns whether the signature (first) of the signed bytes (second) is valid.
_Check = Callable[[bytes, bytes], bool]


class WebhookRefused(Exception):
    """The message is not genuine, too old, or meant for another receiver: respond with 401."""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A genuine message. It may come twice, with the same `id`.

    type: for example `letter.mailed`. Ignore types that you do not know.
    timestamp: when the event happened, ISO 8601 in UTC.
    data: the job's id, order number and statuses.
    """

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    *,
    keys: Iterable[str],
    receiver: str,
    now: float | None = None,
) -> WebhookMessage:
    """Returns the message in `body`, or raises WebhookRefused.

    body: the bytes as they arrived. If they are parsed and serialized again, the signature no longer matches.
    headers: those of the request. The case of their names does not matter.
    keys: public keys `whpk_…`, from /v1/.well-known/webhook-keys.json, and secrets of your own, `whsec_…`. One of
        them must have signed. A malformed one raises ValueError.
    receiver: the origin of your webhook URL, such as https://shop.example.com.
    now: Unix time in seconds; the current time by default.
    """
    checks = [_check_of(key) for key in keys]
    lowered = {name.lower(): value for name, value in headers.items()}
    identifier, at, signatures = (lowered.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    _refuse_age(at, time.time() if now is None else now)
    signed = f"{identifier}.{at}.".encode() + body
    if not any(_is_valid(each, signed, checks) for each in signatures.split(" ")):
        raise WebhookRefused("The message has no valid signature by one of the keys.")
    message = json.loads(body)
    if message["receiver"] != receiver:
        raise WebhookRefused(f"The message is meant for {message['receiver']}, and this is {receiver}.")
    return WebhookMessage(
        id=identifier,
        type=message["type"],
        timestamp=message["timestamp"],
        data=message["data"],
    )


def _refuse_age(at: str, now: float) -> None:
    # Python refuses to convert thousands of digits.
    if not (at.isascii() and at.isdigit() and len(at) < 20):
        raise WebhookRefused("The header webhook-timestamp is not a Unix time in seconds.")
    if abs(now - int(at)) > _MAX_CLOCK_SKEW_SECONDS:
        raise WebhookRefused("The header webhook-timestamp differs from this clock by more than five minutes.")


def _is_valid(signature: str, signed: bytes, checks: list[tuple[str, _Check]]) -> bool:
    """`signature`: `v1a,…` or `v1,…`, in base64. Other versions are ignored."""
    version, _, encoded = signature.partition(",")
    try:
        decoded = b64decode(encoded, validate=True)
    except ValueError:
        return False
    return any(version == key_version and check(decoded, signed) for key_version, check in checks)


def _check_of(key: str) -> tuple[str, _Check]:
    """Returns the version of a key's signatures and the check for one. No error repeats a key."""
    kind, _, encoded = key.partition("_")
    try:
        decoded = b64decode(encoded, validate=True)
        if kind == "whpk":
            return "v1a", _by_public_key(Ed25519PublicKey.from_public_bytes(decoded))
        if kind != "whsec" or decoded == b"":
            raise ValueError
    except ValueError:
        raise ValueError("A key must be whpk_ or whsec_ and its bytes in base64.") from None
    return "v1", lambda signature, signed: hmac.compare_digest(signature, hmac.digest(decoded, signed, "sha256"))


def _by_public_key(key: Ed25519PublicKey) -> _Check:
    def check(signature: bytes, signed: bytes) -> bool:
        try:
            key.verify(signature, signed)
        except InvalidSignature:
            return False
        return True

    return check
