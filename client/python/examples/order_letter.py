"""Quotes and orders a letter. Nothing is charged or sent before a person pays at the printed link.

python examples/order_letter.py [BASE_URL]
"""

import sys

from print_and_mail_client import answered, content_hash, new_key, print_and_mail
from print_and_mail_client.api.jobs import get_job
from print_and_mail_client.api.letters import create_letter_job, quote_letter
from print_and_mail_client.models import (
    Address,
    LetterJobRequest,
    LetterJobRequestLetter,
    LetterQuoteRequest,
    LetterStatus,
)

client = print_and_mail(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8787/v1")
text = "Dear Ada,\n\nHello from the post office."

quote = answered(quote_letter.sync(client=client, body=LetterQuoteRequest(country="US", text=text)))
print(f"{quote.pages} page, {quote.total}")
# The price is bound to exactly this text.
assert quote.content_hash == content_hash(text)

ada = Address(
    name="Ada Lovelace",
    address_line_1="12 Main St",
    city="Albany",
    province_or_state="NY",
    postal_or_zip="12207",
    country_code="US",
)
grace = Address(
    name="Grace Hopper",
    address_line_1="2 Example Ave",
    city="Boston",
    province_or_state="MA",
    postal_or_zip="02108",
    country_code="US",
)
letter = LetterJobRequestLetter(to=ada, from_=grace, text=text)
order = LetterJobRequest(quote_id=quote.quote_id, idempotency_key=new_key(), letter=letter)
job = answered(create_letter_job.sync(client=client, body=order))
print(f"Pay at {job.pay_url}")

status = answered(get_job.sync(job.job_id, client=client))
assert isinstance(status, LetterStatus)
print(f"Status: {status.status}")
