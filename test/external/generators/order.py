"""Orders a letter, a check and a fax with client/python. Argument: the URL of the service."""

import sys

from print_and_mail_client import answered, new_key, print_and_mail
from print_and_mail_client import models as m
from print_and_mail_client.api.checks import create_check_job, quote_check, register_bank_account
from print_and_mail_client.api.faxes import create_fax_job, quote_fax
from print_and_mail_client.api.letters import create_letter_job, quote_letter

client = print_and_mail(sys.argv[1])
text = "Dear Ada,\n\nThe engine works."


def person(name: str, street: str) -> m.Address:
    return m.Address(
        name=name,
        address_line_1=street,
        city="Springfield",
        province_or_state="IL",
        postal_or_zip="62701",
        country_code="US",
    )


ada, grace = person("Ada Lovelace", "12 Analytical Way"), person("Grace Hopper", "2 Example Ave")

quote = answered(quote_letter.sync(client=client, body=m.LetterQuoteRequest(country="US", text=text)))
letter = m.LetterJobRequest(quote_id=quote.quote_id, letter=m.LetterJobRequestLetter(to=ada, from_=grace, text=text))
key = new_key()
job = answered(create_letter_job.sync(client=client, body=letter, idempotency_key=key))
again = answered(create_letter_job.sync(client=client, body=letter, idempotency_key=key))
assert again.job_id == job.job_id and new_key() != key
print("ordered", job.job_id)

account = answered(
    register_bank_account.sync(
        client=client,
        body=m.BankAccountRequest(
            nickname="Household",
            country="US",
            account_holder_name="Grace Hopper",
            bank_name="First Example Bank",
            routing_number="021000021",
            account_number="73519284605",
        ),
    )
)
check_quote = answered(quote_check.sync(client=client, body=m.CheckQuoteRequest(country="US")))
check = m.CheckJobRequestCheck(to=ada, from_=grace, bank_account=account.bank_account_id, amount_cents=12_550)
check_order = m.CheckJobRequest(quote_id=check_quote.quote_id, check=check)
check_job = answered(create_check_job.sync(client=client, body=check_order))
print("ordered", check_job.job_id)

fax_quote = answered(quote_fax.sync(client=client, body=m.FaxQuoteRequest(country="US", text=text)))
fax = m.FaxJobRequestFax(to_number="+12125550301", text=text)
fax_job = answered(create_fax_job.sync(client=client, body=m.FaxJobRequest(quote_id=fax_quote.quote_id, fax=fax)))
print("ordered", fax_job.job_id)
