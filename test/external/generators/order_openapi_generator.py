"""Orders a letter, a check and a fax with the Python client that openapi-generator makes. Argument: the service."""

import sys

import strangers
from strangers import models as m

client = strangers.ApiClient(strangers.Configuration(host=sys.argv[1]))
letters, checks, faxes = strangers.LettersApi(client), strangers.ChecksApi(client), strangers.FaxesApi(client)
text = "Dear Ada,\n\nthe engine works."


def person(name: str, street: str) -> m.Address:
    return m.Address(
        name=name,
        address_line1=street,
        city="Springfield",
        province_or_state="IL",
        postal_or_zip="62701",
        country_code="US",
    )


ada, grace = person("Ada Lovelace", "12 Analytical Way"), person("Grace Hopper", "2 Example Ave")

quote = letters.quote_letter(m.LetterQuoteRequest(country="US", text=text))
letter = m.LetterJobRequestLetter(to=ada, var_from=grace, text=text)
job = letters.create_letter_job(m.LetterJobRequest(quote_id=quote.quote_id, letter=letter))
print("ordered", job.job_id)

account = checks.register_bank_account(
    m.BankAccountRequest(
        nickname="Household",
        country="US",
        account_holder_name="Grace Hopper",
        bank_name="First Example Bank",
        routing_number="021000021",
        account_number="73519284605",
    )
)
check_quote = checks.quote_check(m.CheckQuoteRequest(country="US"))
check = m.CheckJobRequestCheck(to=ada, var_from=grace, bank_account=account.bank_account_id, amount_cents=12_550)
check_job = checks.create_check_job(m.CheckJobRequest(quote_id=check_quote.quote_id, check=check))
print("ordered", check_job.job_id)

fax_quote = faxes.quote_fax(m.FaxQuoteRequest(country="US", text=text))
fax = m.FaxJobRequestFax(to_number="+12125550304", text=text)
fax_job = faxes.create_fax_job(m.FaxJobRequest(quote_id=fax_quote.quote_id, fax=fax))
print("ordered", fax_job.job_id)
