/** Every operation of the REST API in good cases and in bad: letters, checks, faxes and their events. */
import { type Answer, ada, eventFor, inToronto, type Json, letterOf, text } from '../support/e2e/client.ts';
import { caBank, checkOf, faxOf, usBank } from '../support/e2e/desk.ts';
import { type PdfServer, pdfOf } from '../support/e2e/pdf-server.ts';

/** Calls, and holds the answer against the document and against the status that is wanted. */
export type Call = (
  wanted: number,
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
  // In test mode no partner has a key to sign with.
  for (const path of ['/webhooks/postgrid', '/webhooks/telnyx']) await call(401, 'POST', path, { data: {} });
}

const made = async (call: Call, path: string, body: unknown): Promise<Json> =>
  (await call(201, 'POST', path, body)).body;

const refused = async (call: Call, path: string, bodies: readonly object[]): Promise<void> => {
  for (const body of bodies) await call(400, 'POST', path, body);
};

/** By what a street of the test mode says, and by what an address shows. */
async function addresses(call: Call): Promise<void> {
  const verified = (address: object) => call(200, 'POST', '/addresses/verify', { address: { ...ada, ...address } });
  for (const word of ['VERIFIED', 'CORRECTED', 'UNDELIVERABLE', 'UNIT'])
    await verified({ addressLine1: `1 TEST ${word} ST` });
  await verified({ addressLine1: 'PO Box', postalOrZip: null });
  await refused(call, '/addresses/verify', [{}, { address: 'text' }, { address: { ...ada, city: '' } }]);
}

async function letters(call: Call, pdfs: PdfServer): Promise<void> {
  const pdf_url = pdfs.put('/letter.pdf', await pdfOf(2));
  await made(call, '/quotes', { country: 'CA', province_or_state: 'Québec', color: true, registered: true, text });
  await made(call, '/quotes', { country: 'US', html: '<p>Dear Ada</p>', text: null, province_or_state: '' });
  await made(call, '/quotes', { country: 'US', markdown: '# Dear Ada' });
  await made(call, '/quotes', { country: 'US', pdf_url });
  const parts = { attachments: [{ pdf_url }] };
  const whole = await made(call, '/quotes', { country: 'US', text, ...parts });
  const attached = await made(call, '/jobs', letterOf(whole.quote_id, {}, { text, ...parts }));
  await payAndLook(call, attached);
  await refused(call, '/jobs', [letterOf(whole.quote_id, {}, { text })]);
  await refused(call, '/quotes', [
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

  const quote = await made(call, '/quotes', { country: 'US', text });
  await refused(call, '/jobs', [
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
  await payAndLook(call, job);
  await toldAgain(call, await made(call, '/jobs', { ...order({}), notify: { email: 'ada@example.com' } }));
  const { letter_id } = (await call(200, 'GET', `/jobs/${job.job_id}`)).body;
  await call(200, 'GET', `/letters/${letter_id}`);
  await call(404, 'GET', '/letters/letter_1');
  await call(409, 'POST', `/jobs/${job.job_id}/cancel`);

  await events(call, order);
  const toronto = await made(call, '/quotes', { country: 'CA', text });
  const abroad = await made(call, '/jobs', letterOf(toronto.quote_id, inToronto));
  await cancelled(call, abroad);
}

/** An event of a job is told again, and one that never was is not. */
async function toldAgain(call: Call, job: Json): Promise<void> {
  await pay(job);
  const { notifications } = (await call(200, 'GET', `/jobs/${job.job_id}/events`)).body;
  const again = `/jobs/${job.job_id}/events/${notifications[0].event_id}/resend`;
  await call(202, 'POST', again);
  await call(400, 'POST', `${again}?channel=webhook`);
  await call(404, 'POST', `/jobs/${job.job_id}/events/evt_1/resend`);
}

/** Payment pages are pages for people, which the document leaves out. */
async function pay({ checkout_url }: Json): Promise<void> {
  const { status } = await fetch(checkout_url, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
  if (status !== 200) throw new Error(`the payment page answered ${status}`);
}

async function payAndLook(call: Call, job: Json): Promise<void> {
  const at = `/jobs/${job.job_id}`;
  await call(200, 'GET', at);
  await call(200, 'GET', `${at}/events`);
  await call(200, 'GET', `${at}/receipt`);
  await pay(job);
  await call(200, 'GET', at);
  await call(200, 'GET', `${at}/receipt`);
  await call(404, 'GET', `/jobs/${unknownJob}`);
  await call(404, 'GET', `/jobs/${unknownJob}/events`);
  await call(404, 'GET', `/jobs/${unknownJob}/receipt`);
  await call(200, 'GET', `${at}/evidence.pdf`);
  await call(404, 'GET', `/jobs/${unknownJob}/evidence.pdf`);
  await call(404, 'POST', `/jobs/${unknownJob}/cancel`);
}

async function cancelled(call: Call, job: Json): Promise<void> {
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
  const event = (wanted: number, body: unknown) => call(wanted, 'POST', '/webhooks/stripe', body);
  const fulfilled = await made(call, '/jobs', order({}));
  await event(200, eventFor(fulfilled));
  await event(200, eventFor(fulfilled, {}, 'customer.created'));
  await event(200, eventFor({ ...fulfilled, job_id: unknownJob }));
  await event(400, { id: 'evt_1' });
  const rejected = await made(call, '/jobs', order({ addressLine1: '1 TEST REJECT ST' }));
  await event(502, eventFor(rejected));
  await call(200, 'GET', `/jobs/${rejected.job_id}`);
  await call(409, 'POST', `/jobs/${rejected.job_id}/cancel`);
  const mispaid = await made(call, '/jobs', order({}));
  await event(409, eventFor(mispaid, { amount_total: 1 }));
}

/** The bytes go straight to the store, which is no part of the API. */
async function uploads(call: Call): Promise<void> {
  const file = await pdfOf(1);
  const sent = { size: file.length, content_type: 'application/pdf' };
  const { put_url, headers, pdf_url } = await made(call, '/uploads', sent);
  const body = new Uint8Array(file);
  const { status } = await fetch(put_url, { method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`the store answered ${status}`);
  await made(call, '/quotes', { country: 'US', pdf_url });
  await refused(call, '/uploads', [{ size: 1 }, { ...sent, size: 20_000_001 }, { ...sent, content_type: 'text/html' }]);
  await refused(call, '/quotes', [{ country: 'US', pdf_url: (await made(call, '/uploads', {})).pdf_url }]);
}

async function checks(call: Call): Promise<void> {
  const { bank_account_id } = await made(call, '/bank-accounts', usBank);
  await made(call, '/check-quotes', { country: 'CA', province_or_state: 'ON' });
  await refused(call, '/check-quotes', [{}, { country: 'FR' }]);
  const { quote_id } = await made(call, '/check-quotes', { country: 'US' });
  await refused(call, '/check-jobs', [
    {},
    checkOf(quote_id, 'bank_1'),
    checkOf(quote_id, bank_account_id, { amount_cents: 99 }),
    checkOf(quote_id, bank_account_id, { memo: 'm'.repeat(41) }),
    checkOf(quote_id, bank_account_id, { account_number: '73519284605' }),
    checkOf(quote_id, bank_account_id, { to: { ...ada, ...inToronto } }),
  ]);
  const order = { ...checkOf(quote_id, bank_account_id, { memo: 'Rent', message: '<p>Thanks</p>' }) };
  const keyed = { ...order, idempotency_key: crypto.randomUUID() };
  const job = await made(call, '/check-jobs', keyed);
  await call(200, 'POST', '/check-jobs', keyed);
  await payAndLook(call, job);
  await cancelled(call, await made(call, '/check-jobs', order));
}

async function faxes(call: Call): Promise<void> {
  await made(call, '/fax-quotes', { country: 'CA', province_or_state: 'BC', text });
  await made(call, '/fax-quotes', { country: 'US', markdown: '# Dear Ada' });
  await refused(call, '/fax-quotes', [{}, { country: 'US' }, { country: 'US', text, html: '<p>both</p>' }]);
  const { quote_id } = await made(call, '/fax-quotes', { country: 'US', text });
  await refused(call, '/fax-jobs', [
    {},
    faxOf(quote_id, { to_number: '12' }),
    faxOf(quote_id, { to_number: '+14165550199' }),
    faxOf(quote_id, { text: 'something else' }),
  ]);
  const keyed = { ...faxOf(quote_id), idempotency_key: crypto.randomUUID() };
  const job = await made(call, '/fax-jobs', keyed);
  await call(200, 'POST', '/fax-jobs', keyed);
  await payAndLook(call, job);
  await cancelled(call, await made(call, '/fax-jobs', faxOf(quote_id)));
}

/** The last journey, because it uses up what one address may ask for in an hour. */
async function bankAccounts(call: Call): Promise<void> {
  const { bank_account_id } = await made(call, '/bank-accounts', caBank);
  await call(200, 'DELETE', `/bank-accounts/${bank_account_id}`);
  await call(404, 'DELETE', '/bank-accounts/bank_1');
  await call(400, 'POST', '/bank-accounts', { ...usBank, routing_number: '021000022' });
  await call(503, 'POST', '/bank-accounts', { ...usBank, bank_name: 'TEST DOWN BANK' });
  const used = 4;
  for (let sent = used; sent < 10; sent += 1) await call(400, 'POST', '/bank-accounts', {});
  await call(429, 'POST', '/bank-accounts', usBank);
}
