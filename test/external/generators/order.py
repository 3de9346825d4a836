"""Orders a letter, a check and a fax with the client that openapi-python-client makes. Arguments: its folder, the service."""

import sys

sys.path.insert(0, sys.argv[1])

from print_and_mail_client import Client  # noqa: E402
from print_and_mail_client import models as m  # noqa: E402
from print_and_mail_client.api.checks import create_check_job, quote_check, register_bank_account  # noqa: E402
from print_and_mail_client.api.faxes import create_fax_job, quote_fax  # noqa: E402
from print_and_mail_client.api.letters import create_letter_job, quote_letter  # noqa: E402

client = Client(base_url=sys.argv[2])
text = "Dear Ada,\n\nthe engine works."


def person(name: str, street: str) -> m.Address:
    country = m.AddressCountryCode("US")
    place = {"city": "Springfield", "province_or_state": "IL", "postal_or_zip": "62701", "country_code": country}
    return m.Address(name=name, address_line_1=street, **place)


ada, grace = person("Ada Lovelace", "12 Analytical Way"), person("Grace Hopper", "2 Example Ave")

quote = quote_letter.sync(client=client, body=m.LetterQuoteRequest(country=m.LetterQuoteRequestCountry("US"), text=text))
letter = m.LetterJobRequestLetter(to=ada, from_=grace, text=text)
job = create_letter_job.sync(client=client, body=m.LetterJobRequest(quote_id=quote.quote_id, letter=letter))
print("ordered", job.job_id)

account = register_bank_account.sync(
    client=client,
    body=m.BankAccountRequest(
        nickname="Household",
        country=m.BankAccountRequestCountry("US"),
        account_holder_name="Grace Hopper",
        bank_name="First Example Bank",
        routing_number="021000021",
        account_number="73519284605",
    ),
)
quote = quote_check.sync(client=client, body=m.CheckQuoteRequest(country=m.CheckQuoteRequestCountry("US")))
check = m.CheckJobRequestCheck(to=ada, from_=grace, bank_account=account.bank_account_id, amount_cents=12_550)
job = create_check_job.sync(client=client, body=m.CheckJobRequest(quote_id=quote.quote_id, check=check))
print("ordered", job.job_id)

quote = quote_fax.sync(client=client, body=m.FaxQuoteRequest(country=m.FaxQuoteRequestCountry("US"), text=text))
fax = m.FaxJobRequestFax(to_number="+12125550301", text=text)
job = create_fax_job.sync(client=client, body=m.FaxJobRequest(quote_id=quote.quote_id, fax=fax))
print("ordered", job.job_id)
