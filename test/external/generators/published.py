"""Checks client/python against the service and against results of the service's own code. Arguments: the URL of the
service, and the file of cases from python-cases.ts."""

import base64
import json
import re
import sys
from pathlib import Path
from typing import Any

from print_and_mail_client import (
    Refused,
    WebhookRefused,
    answered,
    content_hash,
    models,
    print_and_mail,
    verify_webhook,
)
from print_and_mail_client.api.jobs import get_job
from print_and_mail_client.api.letters import quote_letter
from print_and_mail_client.api.service import show_webhook_keys

client = print_and_mail(sys.argv[1])
cases = json.loads(Path(sys.argv[2]).read_text("utf-8"))


def part(value: dict[str, str] | None) -> Any:
    """A text, or the bytes of a file."""
    if value is None:
        return None
    return value["text"] if "text" in value else base64.b64decode(value["base64"])


def hashed(case: dict[str, Any]) -> str:
    return content_hash(
        part(case["content"]),
        attachments=map(part, case.get("attachments", [])),
    )


def verified(case: dict[str, Any]) -> object:
    """The message as JSON, or the name of the error."""
    body, options = case["body"].encode(), {name: case[name] for name in ("keys", "receiver", "now") if name in case}
    try:
        message = verify_webhook(body, case["headers"], **options)
    except (WebhookRefused, ValueError) as error:
        assert not any(key[6:] and key[6:] in str(error) for key in case["keys"]), "the error contains a key"
        return type(error).__name__
    return {name: getattr(message, name) for name in ("id", "type", "timestamp", "data")}


for each in cases["hashes"]:
    assert hashed(each) == each["expected"], f"hash of {each}: {hashed(each)}"
for each in cases["webhooks"]:
    assert verified(each) == each["expected"], f"{each['name']}: {verified(each)}"

# The generator numbers the classes of values that may be null; generator.json gives each of them a name.
numbered = [name for name in models.__all__ if re.search(r"Type\d", name)]
assert numbered == [], numbered
plain = models.LetterQuoteRequest(country="US", text="Dear Ada")
assert answered(quote_letter.sync(client=client, body=plain)).content_hash == content_hash("Dear Ada")
assert answered(show_webhook_keys.sync(client=client)).keys[0].startswith("whpk_")
try:
    answered(quote_letter.sync(client=client, body=models.LetterQuoteRequest(country="US")))
    raise SystemExit("a quote without content was not refused")
except Refused as refused:
    assert str(refused).startswith("Send exactly one of html"), refused
    assert refused.code == "invalid_request" and isinstance(refused.error, models.Error)
try:
    answered(None)
    raise SystemExit("an undocumented response was not refused")
except Refused as unknown:
    assert unknown.code is None and unknown.error is None
# A long document takes the service longer than the default timeout of the generated client.
assert (client.get_httpx_client().timeout.read or 0) > 30


def does_not_compile() -> None:
    """mypy finds an error in each line, because it also reports an `ignore` of nothing."""
    models.LetterQuoteRequest(country="FR")  # type: ignore[arg-type]
    models.LetterQuoteRequest(text="Dear Ada")  # type: ignore[call-arg]
    answered(quote_letter.sync(client=client, body=models.LetterQuoteRequest(country="US"))).nothing  # type: ignore[attr-defined]
    answered(get_job.sync(1, client=client))  # type: ignore[arg-type]
    content_hash("Dear Ada", attachments="a path")  # type: ignore[arg-type]
    verify_webhook("{}", {}, keys=[], receiver="")  # type: ignore[arg-type]


print(len(cases["hashes"]), "hashes,", len(cases["webhooks"]), "webhooks")
