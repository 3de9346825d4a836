/** Every operation of the REST API in good cases and in bad: letters, checks, faxes, their pages and their events. */

import { productNames } from '../../shared/core/product.ts';
import { type Answer, ada, eventFor, grace, inToronto, type Json, letterOf, text } from '../support/e2e/client.ts';
import { caBank, checkOf, faxOf, usBank } from '../support/e2e/desk.ts';
import { type PdfServer, pdfOf } from '../support/e2e/pdf-server.ts';
import { formIn, typedForm } from '../support/pages/typed.ts';
import { jpegs } from '../support/rendering/photographs.ts';

/** Calls, and holds the answer against the document and against the status that is wanted. */
export type Call = (
  wanted: number,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

const formed = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: object) => new URLSearchParams(fields as Record<string, string>).toString();
const image = `data:image/jpeg;base64,${jpegs.gray.toString('base64')}`;
const unknownJob = 'job_00000000000000000000000000';

export async function journeys(call: Call, pdfs: PdfServer): Promise<void> {
  await service(call);
  await addresses(call);
  await letters(call, pdfs);
  await uploads(call);
  await checks(call);
  await faxes(call);
  await byHand(call);
  await bankAccounts(call);
}

async function service(call: Call): Promise<void> {
  for (const path of [
    '/health',
    '/health?deep=1',
    '/.well-known/jwks.json',
    '/.well-known/webhook-keys.json',
    '/openapi.json',
    '/llms.txt',
    '/llms-full.txt',
  ])
    await call(200, 'GET', path);
  for (const path of ['/docs?q=tax', ...['/docs', '/docs/errors'].flatMap((page) => [page, `${page}.md`])])
    await call(200, 'GET', path);
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
  const parts = { attachments: [{ pdf_url }], signature: { typed: 'Ada Lovelace' }, letterhead: { image } };
  const whole = await made(call, '/quotes', { country: 'US', text, ...parts });
  const signed = await made(call, '/jobs', letterOf(whole.quote_id, {}, { text, ...parts }));
  await payAndLook(call, signed);
  await refused(call, '/jobs', [
    letterOf(whole.quote_id, {}, { text }),
    letterOf(whole.quote_id, {}, { text, ...parts, signature: { typed: 'Somebody else' } }),
  ]);
  await refused(call, '/quotes', [
    {},
    { country: 'US', text, attachments: Array(6).fill({ pdf_url }) },
    { country: 'US', text, signature: {} },
    { country: 'US', pdf_url, letterhead: { image } },
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

  await call(200, 'GET', '/verify');
  await call(400, 'POST', '/verify', 'receipt=1', formed);
  await call(404, 'GET', '/emails/stop/x');
  await call(404, 'POST', '/emails/stop/x', 'List-Unsubscribe=One-Click', formed);
  await cancelledOnPage(call, await made(call, '/jobs', order({})));
  await choicesOnPage(call, await made(call, '/jobs', order({ addressLine1: '1 TEST CORRECTED ST' })));
  await events(call, order);
  const toronto = await made(call, '/quotes', { country: 'CA', text });
  const abroad = await made(call, '/jobs', letterOf(toronto.quote_id, inToronto));
  await cancelled(call, abroad);
}

/** An event of a job is told again, and one that never was is not. */
async function toldAgain(call: Call, job: Json): Promise<void> {
  await call(200, 'POST', job.checkout_url, 'action=pay', formed);
  const { notifications } = (await call(200, 'GET', `/jobs/${job.job_id}/events`)).body;
  const again = `/jobs/${job.job_id}/events/${notifications[0].event_id}/resend`;
  await call(202, 'POST', again);
  await call(400, 'POST', `${again}?channel=webhook`);
  await call(404, 'POST', `/jobs/${job.job_id}/events/evt_1/resend`);
}

/** On the page: without its token nothing is cancelled. */
async function cancelledOnPage(call: Call, job: Json): Promise<void> {
  const path = `${job.pay_url}/cancel`;
  await call(200, 'POST', job.checkout_url, 'action=pay', formed);
  const { text } = await call(200, 'GET', path);
  await call(400, 'POST', path, 'token=no', formed);
  await call(404, 'POST', '/pay/pay_1/cancel', 'token=no', formed);
  await call(200, 'POST', path, `token=${/name="token" value="(\w+)"/.exec(text)?.[1]}`, formed);
}

/** On the page: without its tokens nothing is chosen, neither an address nor e-mails. */
async function choicesOnPage(call: Call, { pay_url }: Json): Promise<void> {
  await call(200, 'GET', pay_url);
  await call(400, 'POST', `${pay_url}/address`, 'token=no&choice=suggested', formed);
  await call(404, 'POST', '/pay/pay_1/address', 'token=no&choice=suggested', formed);
  await call(400, 'POST', `${pay_url}/emails`, 'token=no&step=pay', formed);
  await call(404, 'POST', '/pay/pay_1/emails', 'token=no&step=pay', formed);
}

/** From the first look at the pay page to the receipt, with wrong turns. */
async function payAndLook(call: Call, job: Json): Promise<void> {
  const at = `/jobs/${job.job_id}`;
  await call(200, 'GET', at);
  await call(200, 'GET', `${at}/events`);
  await call(200, 'GET', `${at}/receipt`);
  await call(200, 'GET', job.pay_url);
  await call(200, 'GET', `${job.pay_url}/pages/1`);
  await call(404, 'GET', `${job.pay_url}/pages/99`);
  for (const [wanted, link] of [
    [200, job.pay_url],
    [404, '/pay/pay_1'],
  ]) {
    for (const page of ['/paid', '/cancel', '/receipt', '/receipt.pdf', '/receipt.json'])
      await call(wanted, 'GET', link + page);
    if (job.service !== 'check' || wanted === 404) await call(wanted, 'GET', `${link}/proof.pdf`);
  }
  await call(200, 'GET', job.checkout_url);
  await call(400, 'POST', job.checkout_url, 'action=steal', formed);
  await call(200, 'POST', job.checkout_url, 'action=decline', formed);
  await call(200, 'POST', job.checkout_url, 'action=pay', formed);
  await call(200, 'GET', at);
  await call(200, 'GET', `${at}/receipt`);
  await call(404, 'GET', '/pay/pay_1');
  await call(404, 'GET', '/checkout/cs_test_1');
  await call(404, 'POST', '/checkout/cs_test_1', 'action=pay', formed);
  await call(404, 'GET', `/jobs/${unknownJob}`);
  await call(404, 'GET', `/jobs/${unknownJob}/events`);
  await call(404, 'GET', `/jobs/${unknownJob}/receipt`);
  await call(404, 'POST', `/jobs/${unknownJob}/cancel`);
}

async function cancelled(call: Call, job: Json): Promise<void> {
  await call(200, 'POST', `/jobs/${job.job_id}/cancel`);
  await call(200, 'POST', `/jobs/${job.job_id}/cancel`);
  await call(200, 'GET', `/jobs/${job.job_id}`);
  await call(200, 'GET', `/jobs/${job.job_id}/receipt`);
  await call(409, 'POST', '/webhooks/stripe', eventFor(job));
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
  const { put_url, headers, pdf_url, upload_id } = await made(call, '/uploads', sent);
  const body = new Uint8Array(file);
  const { status } = await fetch(put_url, { method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`the store answered ${status}`);
  await call(200, 'GET', `/uploads/${upload_id}/attach?etag=sent`);
  await made(call, '/quotes', { country: 'US', pdf_url });
  await refused(call, '/uploads', [{ size: 1 }, { ...sent, size: 20_000_001 }, { ...sent, content_type: 'text/html' }]);
  await refused(call, '/quotes', [{ country: 'US', pdf_url: (await made(call, '/uploads', {})).pdf_url }]);
  for (const path of ['/uploads/upload_1', '/uploads/upload_1/attach']) await call(404, 'GET', path);
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

/** On the order form: looked at, mistaken, previewed and gone back from. */
async function byHand(call: Call): Promise<void> {
  await call(200, 'GET', '/new');
  for (const product of productNames) {
    const path = `/new/${product}`;
    await call(200, 'GET', path);
    await call(400, 'POST', path, form({}), formed);
    await call(200, 'POST', path, form({ ...typedForm(product), step: 'edit' }), formed);
    // A check is previewed with an account alone, and few may be registered here.
    if (product === 'check') continue;
    const { text } = await call(200, 'POST', path, form(typedForm(product)), formed);
    const { quote_id } = formIn(text, 'pay');
    await call(200, 'GET', `/new/${quote_id}/pages/1`);
    await call(200, 'GET', `/new/${quote_id}/proof.pdf`);
  }
  for (const page of ['pages/1', 'proof.pdf']) await call(404, 'GET', `/new/quote_1/${page}`);
}

/** The last journey, because it uses up what one address may ask for in an hour. */
async function bankAccounts(call: Call): Promise<void> {
  const down = { ...usBank, bank_name: 'TEST DOWN BANK' };
  const path = '/bank-accounts/new';
  await call(200, 'GET', path);
  const { bank_account_id } = await made(call, '/bank-accounts', caBank);
  await call(200, 'DELETE', `/bank-accounts/${bank_account_id}`);
  await call(404, 'DELETE', '/bank-accounts/bank_1');
  await call(200, 'GET', '/bank-accounts/remove');
  const second = await made(call, '/bank-accounts', caBank);
  const yes = { bank_account_id: second.bank_account_id, confirmed: 'yes' };
  await call(200, 'POST', '/bank-accounts/remove', form(yes), formed);
  await call(404, 'POST', '/bank-accounts/remove', form({ ...yes, bank_account_id: 'bank_1' }), formed);
  await call(400, 'POST', '/bank-accounts', { ...usBank, routing_number: '021000022' });
  await call(503, 'POST', '/bank-accounts', down);
  await call(400, 'POST', path, form(usBank), formed);
  const signed = { ...usBank, authorised: 'yes' };
  await call(200, 'POST', path, form(signed), formed);
  await call(400, 'POST', path, form({ ...signed, account_holder_name: grace.name, account_number: '1' }), formed);
  await call(503, 'POST', path, form({ ...signed, bank_name: down.bank_name }), formed);
  const used = 9;
  for (let sent = used; sent < 10; sent += 1) await call(400, 'POST', '/bank-accounts', {});
  await call(429, 'POST', '/bank-accounts', usBank);
  await call(429, 'POST', path, form(signed), formed);
}
