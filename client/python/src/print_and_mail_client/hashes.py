"""The content_hash of a quote, computed from the parts: anyone who has them can check what a price is bound to."""

from collections.abc import Iterable
from hashlib import sha256


def content_hash(
    content: str | bytes,
    *,
    attachments: Iterable[bytes] = (),
) -> str:
    """Returns the SHA-256 in 64 lower-case hexadecimal digits.

    content: `html`, `text` or `markdown` as sent, or the bytes of the file.
    attachments: the bytes of each, in their order.

    Content alone has its own SHA-256. With other parts it is that of a list, a line for each part.
    """
    parts: list[tuple[str, str | bytes]] = [("content", content)]
    parts += [("attachment", file) for file in attachments]
    if len(parts) == 1:
        return _sha256(content)
    return _sha256("\n".join(f"{name} {_sha256(part)}" for name, part in parts))


def _sha256(part: str | bytes) -> str:
    """A string counts in UTF-8 exactly as it is sent, a file by its bytes."""
    return sha256(part.encode() if isinstance(part, str) else part).hexdigest()
