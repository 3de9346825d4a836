/** Requests of every shape, for fast-check: each part of a request line, each field of a body. */

import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';
import { letterPrice } from '../prices.ts';
import { ada, grace, text } from './client.ts';
import { usBank } from './desk.ts';

const oneOf = (list: string) => fc.constantFrom(...list.split(' '));

export const methods = oneOf('GET POST PUT PATCH DELETE OPTIONS HEAD TRACE');

const routes = oneOf(
  '/v1/health /v1/quotes /v1/check-quotes /v1/fax-quotes /v1/jobs /v1/check-jobs /v1/fax-jobs /v1/bank-accounts /v1/bank-accounts/new /v1/bank-accounts/{id} /v1/jobs/{id} /v1/jobs/{id}/events /v1/jobs/{id}/events/{id}/resend /v1/jobs/{id}/cancel /v1/jobs/{id}/receipt /v1/letters/{id} /v1/pay/{id} /v1/checkout/{id} /v1/webhooks/stripe /v1/.well-known/jwks.json /v1/.well-known/webhook-keys.json /v1/{id} /{id} /_mailbox /_mailbox/{id} /_mailbox/{id}/document.pdf /_mailbox/{id}/record.json /v1/pay/{id}/pages/1',
);
const ids = fc.oneof(
  oneOf('job_00000000000000000000000000 .. %2e%2e %00 %ff % __proto__ constructor ;x {id} %F0%9F%92%A9'),
  fc.stringMatching(/^[!-"$->@-~]{0,40}$/),
  fc.constant('a'.repeat(4_000)),
);

export const paths = fc
  .tuple(routes, ids, fc.constantFrom('', '?', '?a=%ff&a=b', '?__proto__[x]=1', '/', '#x'))
  .map(([route, id, end]) => route.replaceAll('{id}', () => id) + end);

const types = ['application/json', '', 'text/plain; charset=utf-16', 'multipart/form-data', 'x'.repeat(6_000)];
const hosts = ['', '[::1', 'a b', '127.0.0.1:1/x'];
const others = ['Content-Encoding: gzip', 'Accept: \xff', 'Origin: null', 'Cookie: a=b; ;=', 'Idempotency-Key: \xe9'];
const more = ['X-Forwarded-Proto: javascript', 'X-Forwarded-Host: evil.example', 'Stripe-Signature: t=,v1='];

/** A host is always among them: Node itself refuses a request without. */
export const headers = fc
  .tuple(
    fc.constantFrom('127.0.0.1', '127.0.0.1', ...hosts).map((host) => `Host: ${host}`),
    fc.constantFrom(...types).map((type) => `Content-Type: ${type}`),
    fc.subarray([...others, ...more, 'Expect: 100-continue']),
  )
  .map(([host, type, rest]) => [host, type, ...rest]);

export const bodies = fc.oneof(
  fc.json({ maxDepth: 4 }).map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 200 }),
  oneOf('{ [[[[ action=pay action=%ff {"__proto__":{"country":"US"}} \ufeff{}').map((body) => Buffer.from(body)),
);

const extremes = ['', ' ', '\ud800', '\0', 'x'.repeat(101), -1, Number.MAX_VALUE, null, [], {}, 'US', 'CA', true];

/** Anything where a field is expected, and now and then what belongs there. */
export const odd = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.constantFrom<unknown>(...extremes),
);

const or = (...good: unknown[]) => fc.oneof(odd, fc.constantFrom(...good));
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

export const quoteRequests = some({
  ...{ country: or('US', 'CA'), color: odd, registered: odd, text: odd, pdf_url: odd, province_or_state: odd },
});

const typed = fc.oneof(oneOf('a \n \t \r é —'), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }));
export const texts = fc.string({ unit: typed, maxLength: 400 });

const pieces = oneOf(
  '<p> </p> < <table> <svg> <style> </style> @page{ <!-- &#0; & <b/a=" " x <math> <template> <img> <a/href=x>',
);
export const htmls = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

const fields = oneOf(
  'name firstName lastName companyName addressLine1 addressLine2 city provinceOrState postalOrZip countryCode',
);
const address = (base: object) =>
  fc.dictionary(fields, odd, { maxKeys: 2 }).map((changes) => ({ ...base, ...changes }));

/** Sound but for its addresses, in which a few fields are anything. */
export const letters = fc.record({ to: address(ada), from: address(grace), text: fc.constant(text) });

const notify = fc.oneof(
  odd,
  some({
    ...{ webhook_url: or('https://shop.example.com/hooks'), webhook_secret: or(`whsec_${'A'.repeat(32)}`) },
    ...{ email: or('ada@example.com'), language: or('en', 'fr') },
  }),
);

export const jobRequests = (quoteId: string) =>
  some({
    quote_id: or(quoteId),
    idempotency_key: odd,
    notify,
    letter: fc.oneof(odd, some({ to: odd, from: address(grace), text: or(text) })),
  });

/** Of a check or a fax quote; for a check the content is one field too many. */
export const plainQuoteRequests = some({
  ...{
    country: or('US', 'CA'),
    province_or_state: or('ON', 'Québec'),
    text: odd,
    html: odd,
    markdown: odd,
    pdf_url: odd,
  },
});

const check = (account: string) =>
  some({
    ...{ to: fc.oneof(odd, address(ada)), from: address(grace), bank_account: or(account, account, '021000021') },
    ...{ amount_cents: or(12_550, 12_550), memo: or('Rent'), message: fc.oneof(odd, htmls) },
  });

export const checkJobRequests = (quoteId: string, account: string) =>
  some({
    quote_id: or(quoteId, quoteId),
    idempotency_key: odd,
    notify,
    check: fc.oneof(odd, check(account)),
    account: odd,
  });

const numbers = fc.oneof(odd, fc.stringMatching(/^\+1?[0-9]{0,14}$/), oneOf('+12125550199 +14165550199 +18765550123'));

export const faxJobRequests = (quoteId: string) =>
  some({
    ...{ quote_id: or(quoteId, quoteId), idempotency_key: odd, notify },
    fax: fc.oneof(odd, some({ to_number: numbers, province_or_state: odd, text: or(text, text), html: odd })),
  });

const bankFields = oneOf(
  'nickname country account_holder_name bank_name routing_number transit_number institution_number account_number account_type',
);

/** Sound but for a few fields. */
export const bankAccounts = fc
  .dictionary(bankFields, odd, { maxKeys: 3 })
  .map((changes): Record<string, unknown> => ({ ...usBank, ...changes }));

/** As a browser would never send it. */
export const forms = fc.oneof(
  bankAccounts.map((account) =>
    Object.entries(account)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${escape(String(typeof value === 'object' ? '[]' : value))}`)
      .join('&'),
  ),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  oneOf('nickname=%ff&country=%E0%A4 =&=&= __proto__=x&constructor=y nickname[]=a&nickname[]=b'),
);

const session = some({
  ...{ id: or('cs_1'), payment_status: or('paid'), amount_total: or(letterPrice().total_cents), currency: or('usd') },
  ...{ metadata: fc.oneof(odd, fc.record({ job_id: odd })), client_reference_id: odd },
});

export const events = some({
  ...{ id: or('evt_1'), livemode: or(false, false) },
  type: or('checkout.session.completed', 'checkout.session.expired', 'checkout.session.async_payment_failed'),
  data: fc.oneof(odd, fc.record({ object: session })),
});
