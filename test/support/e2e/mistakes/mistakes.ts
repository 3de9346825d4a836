/** Typical mistakes of an API developer, by route and status: what was made, what was sent, and the sentence of the answer. */
import { ada, asked, check, fax, grace, letter, type Mistake, text } from './requests.ts';

const at = (
  route: Mistake[1],
  status: number,
  rows: Readonly<Record<string, readonly [unknown, string, Mistake[5]?]>>,
) =>
  Object.entries(rows).map(
    ([made, [sent, sentence, headers]]): Mistake => [made, route, sent, status, sentence, headers],
  );

export const mistakes: readonly Mistake[] = [
  ...at('POST /quotes', 400, {
    'single quotes': [
      "{'country':'US'}",
      'The body is not valid JSON (line 1, column 2): send a JSON object, encoded in UTF-8.',
    ],
    'no country': [{ text }, 'country is missing: send "US" or "CA".'],
    country_code: [
      { country_code: 'US', text },
      'country is missing: send "US" or "CA". country_code is not a field of this request: did you mean country?',
    ],
    'two contents': [
      asked({ html: '<p>Hi</p>' }),
      'Send exactly one of html, text, markdown, pdf_url: html and text were sent.',
    ],
    'body in place of text': [
      { country: 'US', body: text },
      'Send exactly one of html, text, markdown, pdf_url: none was sent. body is not a field of this request: did you mean text?',
    ],
    'a PDF over plain HTTP': [
      { country: 'US', pdf_url: 'http://example.com/a.pdf' },
      'pdf_url: The URL must begin with https://.',
    ],
    'a PDF as base64': [
      { country: 'US', pdf: 'JVBERi0xLjcK' },
      'Send exactly one of html, text, markdown, pdf_url: none was sent. pdf is not a field of this request: did you mean pdf_url? For a file of your own, POST /uploads first: its answer has a pdf_url.',
    ],
    'JSON that was encoded twice': [
      JSON.stringify(JSON.stringify(asked({}))),
      'The body is JSON in quotes, because it was encoded twice: send the object itself.',
    ],
    'a PDF as a long data: address': [
      { country: 'US', pdf_url: `data:application/pdf;base64,${'A'.repeat(2_000)}` },
      'pdf_url must have at most 2000 characters. For a file of your own, POST /uploads first: its answer has a pdf_url.',
    ],
    'three mistakes': [
      { country: 'us', color: 'red', text: 5 },
      'country must be "US" or "CA". color must be true or false, and a string was sent. text must be a string, and a number was sent: put it in quotes.',
    ],
  }),
  ...at('POST /quotes', 201, {
    colour: [asked({ colour: true }), 'colour is not a field of this request and was ignored: did you mean color?'],
    'state in a quote': [
      asked({ country: 'CA', state: 'ON' }),
      "state is not a field of this request and was ignored: did you mean province_or_state? Sales tax of 5 to 15 % is added to this total, by the recipient's province: it comes to CA$7.07 at most. Quote again with province_or_state for the exact total.",
    ],
  }),
  ...at('POST /jobs', 400, {
    'no quote_id': [
      { ...letter(), quote_id: undefined },
      'quote_id is missing: send the quote_id that the letter quote has returned.',
    ],
    quoteId: [
      { ...letter(), quote_id: undefined, quoteId: '$letter' },
      'quote_id is missing: send the quote_id that the letter quote has returned. quoteId is not a field of this request: did you mean quote_id?',
    ],
    'a quote_id that nobody made': [
      letter({}, {}, { quote_id: 'quote_1' }),
      'quote_id is unknown or has expired (a quote lives 60 minutes): request a fresh letter quote and let the user approve its price.',
    ],
    'the id of a check quote': [
      letter({}, {}, { quote_id: '$check' }),
      'quote_id is the id of a check quote: request a fresh letter quote and let the user approve its price.',
    ],
    'a field of the letter beside it': [
      letter({}, {}, { send_on: '2099-12-24' }),
      'send_on is in the wrong place: send it as letter.send_on.',
    ],
    'the letter not wrapped': [
      { quote_id: '$letter', to: ada, from: grace, text },
      'letter is missing: send an object with to, from and exactly one of html, text, markdown, pdf_url. Not fields of this request: to (did you mean letter.to?), from (letter.from?), text (letter.text?).',
    ],
    'an address in one string': [
      letter({}, { to: 'Ada, 12 Analytical Way, Springfield' }),
      'letter.to must be an address object with addressLine1, city, countryCode and a name, and a string was sent.',
    ],
    'colour in the job, against the quote': [
      letter({}, { colour: true }),
      'letter.color is not what was quoted: the quote has color false. Leave it out, or request a new quote and let the user approve its price.',
    ],
    'another text than quoted': [
      letter({}, { text: `${text} ` }),
      'letter.text is not the quoted content: it has changed since the quote. Request a fresh quote for this content and let the user approve its price.',
    ],
    'html in place of the quoted text': [
      letter({}, { text: undefined, html: '<p>Dear Ada</p>' }),
      'letter.html is not the quoted content: the quote was made for text. Request a fresh quote for this content and let the user approve its price.',
    ],
    'no content': [
      letter({}, { text: undefined }),
      'Send exactly one of letter.html, letter.text, letter.markdown, letter.pdf_url: none was sent, and no letter.content_hash.',
    ],
    'an idempotency key with spaces': [
      letter({}, {}, { idempotency_key: 'my key' }),
      'idempotency_key must have 1 to 255 visible ASCII characters; a fresh UUID is best.',
    ],
    'two idempotency keys': [
      letter({}, {}, { idempotency_key: 'one' }),
      'idempotency_key differs from the Idempotency-Key header: send one of them, or the same in both.',
      { 'idempotency-key': 'two' },
    ],
    'addresses in snake case': [
      letter(
        {},
        {
          to: {
            first_name: 'Ada',
            last_name: 'Lovelace',
            address_line1: ada.addressLine1,
            city: ada.city,
            state: 'IL',
            postal_code: ada.postalOrZip,
            country_code: 'US',
          },
        },
      ),
      'letter.to.addressLine1 is missing: send a string (street and number, or PO box). letter.to.countryCode is missing: send "US" or "CA" (mail goes to the US and Canada only). Not fields of this request: letter.to.first_name (did you mean firstName?), letter.to.last_name (lastName?), letter.to.address_line1 (addressLine1?), letter.to.state (provinceOrState?), letter.to.postal_code (postalOrZip?), letter.to.country_code (countryCode?).',
    ],
    'a ZIP code as a number': [
      letter({ postalOrZip: 62701 }),
      'letter.to.postalOrZip must be a string (ZIP code or postal code), and a number was sent: put it in quotes.',
    ],
    'an address in place of notify': [
      letter({}, {}, { notify: 'https://shop.example.com/hooks' }),
      'notify must be an object with webhook_url, email or both, and a string was sent.',
    ],
    'two e-mail addresses': [
      letter({}, {}, { notify: { email: 'ada@example.com, grace@example.com' } }),
      'notify.email must be one email address, for example ada@example.com.',
    ],
    'a secret for nobody': [
      letter({}, {}, { notify: { webhook_secret: `whsec_${'A'.repeat(32)}` } }),
      'notify.webhook_secret signs events for a receiver: send webhook_url, or leave it out.',
    ],
  }),
  ...at('POST /jobs', 201, {
    zip: [
      letter({ postalOrZip: undefined, zip: '62701' }),
      'letter.to.zip is not a field of this request and was ignored: did you mean postalOrZip? letter.to.postalOrZip is missing: mail without it may be late or returned.',
    ],
  }),
  ...at('POST /check-jobs', 400, {
    'amount in place of amount_cents': [
      check({ amount_cents: undefined, amount: 12550 }),
      'check.amount_cents is missing: send a whole number of cents (12550 is 125.50). check.amount is not a field of this request: did you mean amount_cents?',
    ],
    'raw bank numbers': [
      check({ account_number: '73519284605' }),
      'check.account_number is a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id as check.bank_account.',
    ],
    'bank numbers in place of an id': [
      check({ bank_account: '021000021' }),
      'check.bank_account looks like a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id.',
    ],
    'a bank account that nobody registered': [
      check({ bank_account: 'bank_1' }),
      'check.bank_account is not a registered bank account: register it with POST /bank-accounts (or at /bank-accounts/new) and send the id that it returns, bank_….',
    ],
    'payee in place of to': [
      check({ to: undefined, payee: ada }),
      'check.to is missing: send an address object with addressLine1, city, countryCode and a name. check.payee is not a field of this request: did you mean to?',
    ],
  }),
  ...at('POST /fax-jobs', 400, {
    'a letter': [
      { quote_id: '$fax', letter: { text } },
      'fax is missing, and a letter was sent: create a letter job in place of a fax job.',
    ],
    'a number without a country': [
      fax({ to_number: '2125550199' }),
      'fax.to_number must be in E.164 form: +1, the area code and the number, digits only, like +12125550101.',
    ],
    fax_number: [
      fax({ to_number: undefined, fax_number: '+12125550199' }),
      'fax.to_number is missing: send a fax number in E.164 format, for example +12125550199. fax.fax_number is not a field of this request: did you mean to_number?',
    ],
  }),
  ...at('POST /fax-jobs', 400, {
    'a cover that was not quoted': [
      fax({ cover: { to: 'Ada' } }),
      'fax.cover is not what was quoted: the quote has no cover. Leave it out, or request a new quote and let the user approve its price.',
    ],
  }),
  ...at('POST /fax-quotes', 400, {
    'a cover that is a text': [
      asked({ cover: 'To Ada' }),
      'cover must be an object with to, from, subject or note, and a string was sent.',
    ],
    'a number on a cover': [
      asked({ cover: { to: 7 } }),
      'cover.to must be a string (the name of the recipient), and a number was sent: put it in quotes.',
    ],
    'a cover of 10 kB': [
      asked({ cover: { note: 'note '.repeat(2_000) } }),
      'cover.note must have at most 600 characters: shorten it, or put it on a page of the content.',
    ],
    'a cover with a bell': [
      asked({ cover: { note: 'Ring \u0007' } }),
      'cover.note must not contain control or invisible characters: remove them.',
    ],
    'a subject of two lines': [
      asked({ cover: { subject: 'One\nTwo' } }),
      'cover.subject must not contain line breaks, control or invisible characters.',
    ],
    'a cover with a smile': [
      asked({ cover: { note: 'Thank you \u{1F600}' } }),
      'cover.note: The character U+1F600 (\u{1F600}) cannot be printed: the font has no such glyph. Remove it.',
    ],
    'a cover of too many lines': [
      asked({ cover: { note: 'a\n'.repeat(100) } }),
      'cover.note: It is too long by 66 of its lines. Shorten it.',
    ],
    'a cover before 200 pages': [
      asked({ text: Array.from({ length: 200 }, () => 'page').join('\f'), cover: { to: 'Ada' } }),
      'cover: The fax has 200 pages, so its cover sheet would be page 201, and at most 200 are possible. Leave out the cover, or shorten the fax.',
    ],
  }),
  ...at('POST /quotes', 201, {
    'a cover on a letter': [asked({ cover: { to: 'Ada' } }), 'cover is not a field of this request and was ignored.'],
  }),
  ...at('POST /fax-quotes', 201, {
    'the words of a cover under other names': [
      asked({ cover: { to: 'Ada', message: 'Hello' } }),
      'cover.message is not a field of this request and was ignored: did you mean note?',
    ],
    'color in a fax': [asked({ color: true }), 'color is not a field of this request and was ignored.'],
  }),
  ...at('POST /jobs/$job/events/evt_1/resend', 404, {
    'the id of an event that never was': [undefined, 'No event has this id. Check that the whole id was copied.'],
  }),
  ...at('POST /jobs/$job/events/evt_1/resend?channel=sms', 400, {
    'a channel that is none': [undefined, 'channel must be webhook or email.'],
  }),
  ...at('POST /bank-accounts', 400, {
    'an account in camel case': [
      {
        nickname: 'Household',
        country: 'US',
        accountHolderName: 'Grace Hopper',
        bankName: 'First Example Bank',
        routingNumber: '021000021',
        accountNumber: '73519284605',
      },
      'account_holder_name is missing: send a string (the account holder’s name as the bank has it). bank_name is missing: send a string (name of the bank). account_number is missing: send a string (4 to 17 digits in the US, 5 to 12 in Canada). Not fields of this request: accountHolderName (did you mean account_holder_name?), bankName (bank_name?), routingNumber (routing_number?), accountNumber (account_number?).',
    ],
  }),
  ...at('GET /quotes', 404, {
    'GET for POST': [undefined, 'Served at this path: POST /v1/quotes. All endpoints: /v1/docs.'],
  }),
  ...at('DELETE /jobs/job_1', 404, {
    'DELETE in place of cancel': [
      undefined,
      'Served at this path: GET /v1/jobs/{job_id}. Below it: POST /v1/jobs/{job_id}/cancel. All endpoints: /v1/docs.',
    ],
  }),
  ...at('POST /quotes/', 404, {
    'a slash at the end': [asked({}), 'Did you mean POST /v1/quotes? All endpoints: /v1/docs.'],
  }),
  ...at('POST ../quotes', 404, {
    'without /v1': [asked({}), 'Did you mean POST /v1/quotes? All endpoints: /v1/docs.'],
  }),
  ...at('POST /quote', 404, { 'one quote': [asked({}), 'Did you mean POST /v1/quotes? All endpoints: /v1/docs.'] }),
  ...at('POST /letters', 404, { '/letters': [asked({}), 'Did you mean POST /v1/jobs? All endpoints: /v1/docs.'] }),
  ...at('GET /jobs/$job/status', 404, {
    'a status below the job': [undefined, 'Did you mean GET /v1/jobs/{job_id}? All endpoints: /v1/docs.'],
  }),
  ...at('GET /letters/$job', 404, {
    'a job as a letter': [undefined, 'That is the id of a job: send it to GET /v1/jobs/{job_id}.'],
  }),
  ...at('GET /me', 404, { '/me': [undefined, 'All endpoints: /v1/docs.'] }),
  ...at('GET /jobs/$letter', 404, {
    'the id of a quote for a job': [
      undefined,
      'That is the id of a quote: create the job first, then send its job_id.',
    ],
  }),
  ...at('POST /jobs/job_1/cancel', 404, {
    'a job that is none': [undefined, 'No job has this id. Check that the whole id was copied.'],
  }),
  ...at('POST /quotes', 413, {
    'a body of 5 MB': ['x'.repeat(5_000_000), 'The body is larger than 4 MB: shorten it, or send a PDF by pdf_url.'],
  }),
];
