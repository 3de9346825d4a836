/** A day of the service: every request of each function is covered by its own role. */
import { manifest } from '../../functions/manifest.ts';
import { addressTokenOf, cancelTokenOf } from '../../shared/core/ids.ts';
import { type ProductName, productNames } from '../../shared/core/product.ts';
import { docsOf } from '../../shared/products/docs.ts';
import { productNamed } from '../../shared/products/index.ts';
import { grantedTo } from '../support/cloud/granted.ts';
import { synthesized } from '../support/cloud/synthesized.ts';
import { type Asked, httpEvent, startTouches, type Touches } from '../support/cloud/touches.ts';
import { signature } from '../support/doubles/postgrid-webhooks.ts';
import { keyPair, signed } from '../support/doubles/telnyx-events.ts';
import { pdfOf } from '../support/e2e/pdf-server.ts';
import { ada, text } from '../support/fakes/deps.ts';
import { formIn, typedForm } from '../support/pages/typed.ts';

type Fields = Readonly<Record<string, string>>;

const template = synthesized();
const keys = keyPair();
const hookSecret = 'w'.repeat(24);
let day: Touches;

/** Tells whether one of the rights covers the request: the same action on a matching resource. */
function covers(rights: readonly string[], touch: string): boolean {
  const [what = '', key] = touch.split(' of ');
  return rights.some((right) => {
    const [pattern = '', kinds] = right.split(' of ');
    const isThere = pattern.endsWith('*') ? what.startsWith(pattern.slice(0, -1)) : what === pattern;
    const isOfKind = key === undefined || (kinds ?? '').split(', ').some((kind) => key.startsWith(kind.slice(0, -1)));
    return isThere && isOfKind;
  });
}

async function ask(name: string, asked: Asked): Promise<Fields> {
  const { statusCode, body } = (await day.call(name, httpEvent(asked))) as { statusCode: number; body: string };
  if (statusCode >= 300) throw new Error(`${name} answered ${statusCode}: ${body}`);
  return body.startsWith('{') ? (JSON.parse(body) as Fields) : {};
}

const account = {
  account_holder_name: 'Ada Lovelace',
  ...{ country: 'US', nickname: 'Operating', account_number: '000123456789', routing_number: '021000021' },
  ...{ bank_name: 'Test Bank', signature_text: 'Ada Lovelace' },
};

/** Plain text needs no browser. */
const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };

const asText = (request: object) => ('html' in request ? { ...request, html: undefined, text } : request);

/** The order that readers are shown. */
async function order(product: ProductName, bankAccount = ''): Promise<Fields> {
  const { quote, job } = docsOf[product];
  const { drawsOn } = productNamed(product);
  const { quote_id } = await ask(`quote-${product}`, { body: asText(quote.request) });
  const shown = asText(job.request[product] as object);
  const body = {
    quote_id,
    idempotency_key: `a-${quote_id}`,
    [product]: drawsOn === undefined ? shown : { ...shown, [drawsOn]: bankAccount },
  };
  await ask(`create-${product}-job`, { body });
  return ask(`create-${product}-job`, { body });
}

/** A file of the caller's own: its ticket, its page, its bytes, and orders by it over both doors. */
async function fromDisk(): Promise<void> {
  const file = await pdfOf(1);
  const sent = { size: file.length, content_type: 'application/pdf' };
  const { put_url = '', headers, pdf_url, upload_id = '' } = await ask('request-upload', { body: sent });
  const page = { ...httpEvent({ method: 'GET', path: { upload_id } }), rawPath: `/v1/uploads/${upload_id}/attach` };
  expect(await day.call('request-upload', page)).toMatchObject({ statusCode: 200 });
  await fetch(put_url, { method: 'PUT', headers: { ...(headers as unknown as Fields) }, body: new Uint8Array(file) });
  for (const product of ['letter', 'fax'] as const) {
    const { quote, job } = docsOf[product];
    const content = { html: undefined, text: undefined, pdf_url };
    const { quote_id } = await ask(`quote-${product}`, { body: { ...quote.request, ...content } });
    const order = { ...(job.request[product] as object), ...content };
    await ask(`create-${product}-job`, { body: { quote_id, [product]: order } });
    const form = { rawPath: `/v1/new/${product}`, queryStringParameters: { upload: upload_id } };
    expect(await day.call('order-form', { ...httpEvent({ method: 'GET' }), ...form })).toMatchObject({
      statusCode: 200,
    });
    const body = new URLSearchParams({ ...typedForm(product), upload: upload_id }).toString();
    const shown = await day.call('order-form', { ...httpEvent({ headers: urlEncoded, body }), ...form });
    const placed = new URLSearchParams(formIn((shown as { readonly body: string }).body, 'pay')).toString();
    const placing = { ...httpEvent({ headers: urlEncoded, body: placed }), ...form };
    expect(await day.call('order-form', placing)).toMatchObject({ statusCode: 303 });
    const asking = { ...httpEvent({ headers: urlEncoded, body: 'step=file' }), ...form };
    expect(await day.call('order-form', asking)).toMatchObject({ statusCode: 303 });
  }
}

/** Every product on the order form: previewed, looked at and placed. */
async function byHand(bank_account: string): Promise<void> {
  for (const product of productNames) {
    const typed = { ...typedForm(product), ...(product === 'check' && { bank_account }) };
    const send = (form: object) => {
      const body = new URLSearchParams({ ...form }).toString();
      return day.call('order-form', { ...httpEvent({ headers: urlEncoded, body }), rawPath: `/v1/new/${product}` });
    };
    const { body } = (await send(typed)) as { readonly body: string };
    const form = formIn(body, 'pay');
    expect(await send(form)).toMatchObject({ statusCode: 303 });
    if (product === 'check') continue;
    const path = { quote_id: form.quote_id ?? '' };
    await ask('show-preview', { method: 'GET', path: { ...path, page: '1' } });
    await ask('show-proof', { method: 'GET', path });
  }
}

/** Pays on the test page, and tells the service of it as the payment provider does. */
async function pay({ checkout_url = '' }: Fields): Promise<void> {
  const path = { session_id: checkout_url.split('/').at(-1) ?? '' };
  await ask('mock-checkout', { method: 'GET', path });
  await ask('mock-checkout', {
    path,
    headers: urlEncoded,
    body: 'action=pay',
  });
  const { mockCheckouts } = await import('../../shared/app.ts');
  const { mockEvent } = await import('../../shared/adapters/payments/mock-event.ts');
  const session = await mockCheckouts().session(path.session_id);
  if (session === undefined) throw new Error('no session');
  await ask('receive-stripe-event', { body: mockEvent(session, 'evt_test_1', Date.now()) });
}

const fulfil = ({ job_id }: Fields) => day.call('fulfil', { Records: [{ messageId: 'message', body: job_id }] });

/** The payer comes back from the payment page before the event, and does not cancel. */
async function returned({ checkout_url = '', pay_url = '' }: Fields): Promise<void> {
  const path = { session_id: checkout_url.split('/').at(-1) ?? '' };
  const code = { code: pay_url.split('/').at(-1) ?? '' };
  await ask('mock-checkout', { path, headers: urlEncoded, body: 'action=pay' });
  await ask('show-paid-page', { method: 'GET', path: code });
  await ask('cancel-order', { method: 'GET', path: code });
}

/** The payer takes the corrected address, and is led back to the page. */
async function addressChosen({ job_id = '' }: Fields, path: Fields): Promise<void> {
  const body = new URLSearchParams({ token: addressTokenOf(job_id), choice: 'suggested' }).toString();
  const answer = await day.call('choose-address', httpEvent({ path, headers: urlEncoded, body }));
  if ((answer as { statusCode: number }).statusCode !== 303) throw new Error('it was not chosen');
}

/** The payer cancels on the page. */
async function cancelled({ job_id = '', pay_url = '' }: Fields): Promise<void> {
  const body = new URLSearchParams({ token: cancelTokenOf(job_id) }).toString();
  await ask('cancel-order', { path: { code: pay_url.split('/').at(-1) ?? '' }, headers: urlEncoded, body });
}

/** Every act of an operator, on a letter that waits for them. */
async function operateOn({ job_id }: Fields): Promise<void> {
  for (const asked of [{ command: 'park', reason: 'other' }, { command: 'resubmit' }, { command: 'refund' }]) {
    const { ok, says } = (await day.call('operate', { ...asked, job_id })) as { ok: boolean; says: string };
    if (!ok) throw new Error(says);
  }
}

/** The audit of the day that `at` belongs to, held when that day is over. */
async function auditOf(at: number): Promise<void> {
  const { now } = Date;
  Date.now = () => at + 25 * 3_600_000;
  await day.call('audit', {}).finally(() => {
    Date.now = now;
  });
}

beforeAll(async () => {
  day = await startTouches({
    // The test page's own event goes nowhere.
    PUBLIC_BASE_URL: 'http://127.0.0.1:9/v1',
    WEBHOOK_WAIT_MS: '0',
    POSTGRID_WEBHOOK_SECRET: hookSecret,
    TELNYX_PUBLIC_KEY: keys.publicKey,
    MCP_REQUESTS_PER_HOUR: '100',
  });
  const { bank_account_id = '' } = await ask('register-bank-account', { body: account });
  await ask('bank-account-form', { body: new URLSearchParams({ ...account, authorised: 'yes' }).toString() });
  const ordered = new Map<ProductName, Fields>();
  for (const product of productNames) ordered.set(product, await order(product, bank_account_id));
  const { letter = {}, check = {}, fax = {} } = Object.fromEntries(ordered);
  const code = { code: letter.pay_url?.split('/').at(-1) ?? '' };
  await byHand(bank_account_id);
  await fromDisk();
  await ask('verify-address', { body: { address: ada } });
  await ask('show-pay-page', { method: 'GET', path: code });
  await addressChosen(letter, code);
  await ask('show-receipt', { method: 'GET', path: code });
  await ask('verify', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="receipt"\r\n\r\n{}\r\n--x--\r\n',
  });
  await ask('show-preview', { method: 'GET', path: { ...code, page: '1' } });
  await ask('show-proof', { method: 'GET', path: code });
  // The letter is paid by its payer's return alone; a check and a fax by the provider's event.
  await returned(letter);
  for (const job of ordered.values()) {
    await pay(job);
    await fulfil(job);
  }
  const path = { job_id: letter.job_id ?? '' };
  const { letter_id = '' } = await ask('get-job', { method: 'GET', path });
  await ask('get-job-events', { method: 'GET', path });
  const { fax_id = '' } = await ask('get-job', { method: 'GET', path: { job_id: fax.job_id ?? '' } });
  await ask('get-receipt', { method: 'GET', path });
  await ask('get-letter', { method: 'GET', path: { letter_id } });
  const news = JSON.stringify({
    id: 'event_1',
    type: 'letter.updated',
    data: { id: letter_id, status: 'ready', metadata: { reference: letter.job_id } },
  });
  const proof = { 'postgrid-signature': signature(hookSecret, news, Date.now()) };
  await ask('receive-postgrid-event', { body: news, headers: proof });
  const sending = {
    data: {
      event_type: 'fax.sending.started',
      payload: { fax_id, status: 'sending', client_state: btoa(fax.job_id ?? '') },
    },
  };
  const { rawBody, headers } = signed(sending, keys, Date.now());
  await ask('receive-telnyx-event', { body: rawBody, headers });
  await ask('cancel-job', { path: { job_id: check.job_id ?? '' } });
  const yes = new URLSearchParams({ bank_account_id, confirmed: 'yes' }).toString();
  await ask('bank-account-removal', { body: yes });
  await ask('remove-bank-account', { method: 'DELETE', path: { bank_account_id } });
  await day.call('reconcile', {});
  await auditOf(Date.now());
  for (const command of ['show', 'stuck', 'redrive', 'reconcile']) await day.call('operate', { command, ...path });
  const held = await order('letter');
  await pay(held);
  await operateOn(held);
  for (const isWithPartner of [false, true]) {
    const unwanted = await order('letter');
    await pay(unwanted);
    if (isWithPartner) await fulfil(unwanted);
    await cancelled(unwanted);
  }
  for (const anything of [code.code, letter_id, 'pi_test_1', '1001'])
    await day.call('operate', { command: 'find', anything });
  const use = (name: string, given: object) =>
    ask('mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      // A client that shows cards, so that pages are drawn, too.
      headers: { 'mcp-session-id': 'cards-1' },
    });
  await use('quote_letter', { country: 'US', text });
  await use('get_job_status', path);
  await use('show_page', { ...path, page: 1 });
  await use('cancel_letter', path);
}, 60_000);
afterAll(() => day.close());

const touching = manifest.filter(({ needs }) => needs.some((need) => need.startsWith('table')));

test.each(touching)('$name touches what its role lets it touch, and is known to touch something', ({ name }) => {
  const touches = [...(day.by.get(name) ?? [])];
  const rights = grantedTo(template, name);
  expect(touches).not.toEqual([]);
  expect(touches.filter((touch) => !covers(rights, touch))).toEqual([]);
});

test('the audit has met the orders and the payments of the day, and looked up their jobs', () => {
  const touches = [...(day.by.get('audit') ?? [])];
  for (const touched of [
    'Query on Table/index/by_kind',
    'Query on Table/index/by_day_paid',
    'GetItem on Table of job_',
  ])
    expect(touches).toContainEqual(expect.stringContaining(touched));
});

test('a role that lacks a right would be found: no role of another kind of function is enough for fulfil', () => {
  const touches = [...(day.by.get('fulfil') ?? [])];
  for (const name of ['get-receipt', 'quote-letter', 'receive-telnyx-event', 'mcp'])
    expect(touches.filter((touch) => !covers(grantedTo(template, name), touch))).not.toEqual([]);
});
