"""Computes the content_hash of a quote, so that anyone with the content can check what a price is bound to."""

from collections.abc import Iterable
from hashlib import sha256


def content_hash(
    content: str | bytes,
    *,
    attachments: Iterable[bytes] = (),
) -> str:
    """Returns the SHA-256 in 64 lower-case hexadecimal digits.

    content: `html`, `text` or `markdown` as sent, or the bytes of the file.
    attachments: the bytes of each, in order.

    Without attachments, this is the SHA-256 of the content. With attachments, it is the SHA-256 of a list with a line
    for each part: `content` or `attachment`, a space, and the SHA-256 of the part.
    """
    parts: list[tuple[str, str | bytes]] = [("content", content)]
    parts += [("attachment", file) for file in attachments]
    if len(parts) == 1:
        return _sha256(content)
    return _sha256("\n".join(f"{name} {_sha256(part)}" for name, part in parts))


def _sha256(part: str | bytes) -> str:
    """A string is hashed as UTF-8, exactly as sent; a file is hashed as its bytes."""
    return sha256(part.encode() if isinstance(part, str) else part).hexdigest()
