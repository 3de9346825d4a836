/** Calls every operation of the REST API, with valid and with invalid requests. */
import { type Answer, ada, eventFor, inToronto, type Json, letterOf, text } from '../support/e2e/client.ts';
import { caBank, checkOf, faxOf, usBank } from '../support/e2e/desk.ts';
import { type PdfServer, pdfOf } from '../support/e2e/pdf-server.ts';

/** Sends a request, checks the response against the OpenAPI document, and its status against `expected`. */
export type Call = (
  expected: number,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

const unknownJob = 'job_00000000000000000000000000';

export async function journeys(call: Call, pdfs: PdfServer): Promise<void> {
  await service(call);
  await addresses(call);
  await letters(call, pdfs);
  await uploads(call);
  await checks(call);
  await faxes(call);
  await bankAccounts(call);
}

async function service(call: Call): Promise<void> {
  for (const path of [
    '/health',
    '/health?deep=1',
    '/.well-known/jwks.json',
    '/.well-known/webhook-keys.json',
    '/openapi.json',
    '/prices',
    '/llms.txt',
    '/llms-full.txt',
  ])
    await call(200, 'GET', path);
  for (const path of ['/docs', '/docs/errors'].flatMap((page) => [page, `${page}.md`])) await call(200, 'GET', path);
  await call(404, 'GET', '/docs/none');
  await call(400, 'GET', '/health?deep=2');
  // In test mode no partner has a signing key.
  for (const path of ['/webhooks/postgrid', '/webhooks/telnyx']) await call(401, 'POST', path, { data: {} });
}

const create = async (call: Call, path: string, body: unknown): Promise<Json> =>
  (await call(201, 'POST', path, body)).body;

const refuse = async (call: Call, path: string, bodies: readonly object[]): Promise<void> => {
  for (const body of bodies) await call(400, 'POST', path, body);
};

/** In test mode, a word in the street determines the response. */
async function addresses(call: Call): Promise<void> {
  const verify = (address: object) => call(200, 'POST', '/addresses/verify', { address: { ...ada, ...address } });
  for (const word of ['VERIFIED', 'CORRECTED', 'UNDELIVERABLE', 'UNIT'])
    await verify({ addressLine1: `1 TEST ${word} ST` });
  await verify({ addressLine1: 'PO Box', postalOrZip: null });
  await refuse(call, '/addresses/verify', [{}, { address: 'text' }, { address: { ...ada, city: '' } }]);
}

async function letters(call: Call, pdfs: PdfServer): Promise<void> {
  const pdf_url = pdfs.put('/letter.pdf', await pdfOf(2));
  await create(call, '/quotes', { country: 'CA', province_or_state: 'Québec', color: true, registered: true, text });
  await create(call, '/quotes', { country: 'US', html: '<p>Dear Ada</p>', text: null, province_or_state: '' });
  await create(call, '/quotes', { country: 'US', markdown: '# Dear Ada' });
  await create(call, '/quotes', { country: 'US', pdf_url });
  const attachments = [{ pdf_url }];
  const joined = await create(call, '/quotes', { country: 'US', text, attachments });
  await payAndGet(call, await create(call, '/jobs', letterOf(joined.quote_id, {}, { text, attachments })));
  await refuse(call, '/jobs', [letterOf(joined.quote_id, {}, { text })]);
  await refuse(call, '/quotes', [
    {},
    { country: 'US', text, attachments: Array(6).fill({ pdf_url }) },
    { country: 'FR', text },
    { country: 'US' },
    { country: 'US', text, html: '<p>both</p>' },
    { country: 'US', text, color: 'yes' },
    { country: 'CA', text, province_or_state: 'Atlantis' },
    { country: 'US', text: '\u6f22\u5b57' },
    { country: 'US', pdf_url: 'ftp://example.com/a.pdf' },
    { country: 'US', html: '<img src="https://example.com/a.png">' },
  ]);

  const quote = await create(call, '/quotes', { country: 'US', text });
  await refuse(call, '/jobs', [
    {},
    letterOf('quote_1'),
    letterOf(quote.quote_id, { city: '' }),
    letterOf(quote.quote_id, { name: '' }),
    letterOf(quote.quote_id, inToronto),
    letterOf(quote.quote_id, {}, { text: 'something else' }),
  ]);
  const keyed = { 'idempotency-key': crypto.randomUUID() };
  const order = (to: object) => letterOf(quote.quote_id, to);
  const job = (await call(201, 'POST', '/jobs', order({ addressLine1: '1 TEST MAILED ST' }), keyed)).body;
  await call(200, 'POST', '/jobs', order({ addressLine1: '1 TEST MAILED ST' }), keyed);
  await call(400, 'POST', '/jobs', order({ city: 'Elsewhere' }), keyed);
  await payAndGet(call, job);
  await resend(call, await create(call, '/jobs', { ...order({}), notify: { email: 'ada@example.com' } }));
  const { letter_id } = (await call(200, 'GET', `/jobs/${job.job_id}`)).body;
  await call(200, 'GET', `/letters/${letter_id}`);
  await call(404, 'GET', '/letters/letter_1');
  await call(409, 'POST', `/jobs/${job.job_id}/cancel`);

  await events(call, order);
  const toronto = await create(call, '/quotes', { country: 'CA', text });
  await cancel(call, await create(call, '/jobs', letterOf(toronto.quote_id, inToronto)));
}

async function resend(call: Call, job: Json): Promise<void> {
  await pay(job);
  const { notifications } = (await call(200, 'GET', `/jobs/${job.job_id}/events`)).body;
  const path = `/jobs/${job.job_id}/events/${notifications[0].event_id}/resend`;
  await call(202, 'POST', path);
  await call(400, 'POST', `${path}?channel=webhook`);
  await call(404, 'POST', `/jobs/${job.job_id}/events/evt_1/resend`);
}

/** Payment pages are for people, so the OpenAPI document doesn't describe them. */
async function pay({ checkout_url }: Json): Promise<void> {
  const { status } = await fetch(checkout_url, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
  if (status !== 200) throw new Error(`the payment page returned ${status}`);
}

async function payAndGet(call: Call, job: Json): Promise<void> {
  const path = `/jobs/${job.job_id}`;
  await call(200, 'GET', path);
  await call(200, 'GET', `${path}/events`);
  await call(200, 'GET', `${path}/receipt`);
  await pay(job);
  await call(200, 'GET', path);
  await call(200, 'GET', `${path}/receipt`);
  await call(404, 'GET', `/jobs/${unknownJob}`);
  await call(404, 'GET', `/jobs/${unknownJob}/events`);
  await call(404, 'GET', `/jobs/${unknownJob}/receipt`);
  await call(200, 'GET', `${path}/evidence.pdf`);
  await call(404, 'GET', `/jobs/${unknownJob}/evidence.pdf`);
  await call(404, 'POST', `/jobs/${unknownJob}/cancel`);
}

async function cancel(call: Call, job: Json): Promise<void> {
  await call(409, 'DELETE', `/jobs/${job.job_id}/document`);
  await call(200, 'POST', `/jobs/${job.job_id}/cancel`);
  await call(200, 'POST', `/jobs/${job.job_id}/cancel`);
  await call(200, 'GET', `/jobs/${job.job_id}`);
  await call(200, 'GET', `/jobs/${job.job_id}/receipt`);
  await call(409, 'POST', '/webhooks/stripe', eventFor(job));
  await call(204, 'DELETE', `/jobs/${job.job_id}/document`);
  await call(404, 'DELETE', `/jobs/${unknownJob}/document`);
}

async function events(call: Call, order: (to: object) => object): Promise<void> {
  const event = (expected: number, body: unknown) => call(expected, 'POST', '/webhooks/stripe', body);
  const fulfilled = await create(call, '/jobs', order({}));
  await event(200, eventFor(fulfilled));
  await event(200, eventFor(fulfilled, {}, 'customer.created'));
  await event(200, eventFor({ ...fulfilled, job_id: unknownJob }));
  await event(400, { id: 'evt_1' });
  const rejected = await create(call, '/jobs', order({ addressLine1: '1 TEST REJECT ST' }));
  await event(502, eventFor(rejected));
  await call(200, 'GET', `/jobs/${rejected.job_id}`);
  await call(409, 'POST', `/jobs/${rejected.job_id}/cancel`);
  const underpaid = await create(call, '/jobs', order({}));
  await event(409, eventFor(underpaid, { amount_total: 1 }));
}

/** The bytes go directly to the store, which is not part of the API. */
async function uploads(call: Call): Promise<void> {
  const file = await pdfOf(1);
  const pdf = { size: file.length, content_type: 'application/pdf' };
  const { put_url, headers, pdf_url } = await create(call, '/uploads', pdf);
  const body = new Uint8Array(file);
  const { status } = await fetch(put_url, { method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`the store returned ${status}`);
  await create(call, '/quotes', { country: 'US', pdf_url });
  await refuse(call, '/uploads', [{ size: 1 }, { ...pdf, size: 20_000_001 }, { ...pdf, content_type: 'text/html' }]);
  await refuse(call, '/quotes', [{ country: 'US', pdf_url: (await create(call, '/uploads', {})).pdf_url }]);
}

async function checks(call: Call): Promise<void> {
  const { bank_account_id } = await create(call, '/bank-accounts', usBank);
  await create(call, '/check-quotes', { country: 'CA', province_or_state: 'ON' });
  await refuse(call, '/check-quotes', [{}, { country: 'FR' }]);
  const { quote_id } = await create(call, '/check-quotes', { country: 'US' });
  await refuse(call, '/check-jobs', [
    {},
    checkOf(quote_id, 'bank_1'),
    checkOf(quote_id, bank_account_id, { amount_cents: 99 }),
    checkOf(quote_id, bank_account_id, { memo: 'm'.repeat(41) }),
    checkOf(quote_id, bank_account_id, { account_number: '73519284605' }),
    checkOf(quote_id, bank_account_id, { to: { ...ada, ...inToronto } }),
  ]);
  const order = checkOf(quote_id, bank_account_id, { memo: 'Rent', message: '<p>Thanks</p>' });
  const keyed = { ...order, idempotency_key: crypto.randomUUID() };
  const job = await create(call, '/check-jobs', keyed);
  await call(200, 'POST', '/check-jobs', keyed);
  await payAndGet(call, job);
  await cancel(call, await create(call, '/check-jobs', order));
}

async function faxes(call: Call): Promise<void> {
  await create(call, '/fax-quotes', { country: 'CA', province_or_state: 'BC', text });
  await create(call, '/fax-quotes', { country: 'US', markdown: '# Dear Ada' });
  await refuse(call, '/fax-quotes', [{}, { country: 'US' }, { country: 'US', text, html: '<p>both</p>' }]);
  const { quote_id } = await create(call, '/fax-quotes', { country: 'US', text });
  await refuse(call, '/fax-jobs', [
    {},
    faxOf(quote_id, { to_number: '12' }),
    faxOf(quote_id, { to_number: '+14165550199' }),
    faxOf(quote_id, { text: 'something else' }),
  ]);
  const keyed = { ...faxOf(quote_id), idempotency_key: crypto.randomUUID() };
  const job = await create(call, '/fax-jobs', keyed);
  await call(200, 'POST', '/fax-jobs', keyed);
  await payAndGet(call, job);
  await cancel(call, await create(call, '/fax-jobs', faxOf(quote_id)));
}

/** This is the last journey, because it uses up the hourly limit of one IP address. */
async function bankAccounts(call: Call): Promise<void> {
  const { bank_account_id } = await create(call, '/bank-accounts', caBank);
  await call(200, 'DELETE', `/bank-accounts/${bank_account_id}`);
  await call(404, 'DELETE', '/bank-accounts/bank_1');
  await call(400, 'POST', '/bank-accounts', { ...usBank, routing_number: '021000022' });
  await call(503, 'POST', '/bank-accounts', { ...usBank, bank_name: 'TEST DOWN BANK' });
  // Four of the ten requests that the limit allows are already counted.
  for (let count = 4; count < 10; count += 1) await call(400, 'POST', '/bank-accounts', {});
  await call(429, 'POST', '/bank-accounts', usBank);
}
