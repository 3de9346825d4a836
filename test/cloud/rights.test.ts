/** Simulates a day in which AWS throttles a request of each function to each service. Each role allows all its requests. */
import { type FunctionRow, manifest } from '../../functions/manifest.ts';
import { formTokenOf, outboxIdOf } from '../../shared/domain/ids.ts';
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { isOverload } from '../../shared/domain/refusal.ts';
import { stopUrlOf } from '../../shared/notify/silence.ts';
import { productNamed } from '../../shared/products/index.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { grantedTo } from '../support/cloud/granted.ts';
import { neededBy } from '../support/cloud/meanings.ts';
import { synthesized } from '../support/cloud/synthesized.ts';
import {
  type HttpRequest,
  httpEvent,
  type Service,
  servicesOf,
  startTouches,
  type Touches,
} from '../support/cloud/touches.ts';
import { signature } from '../support/doubles/postgrid-webhooks.ts';
import { keyPair, signed } from '../support/doubles/telnyx-events.ts';
import { pdfOf } from '../support/e2e/pdf-server.ts';
import { type Receiver, startReceiver } from '../support/e2e/receiver.ts';
import { ada, samples, text } from '../support/fakes/orders.ts';
import { formIn, typedForm } from '../support/pages/typed.ts';

type Fields = Readonly<Record<string, string>>;
type Ticket = Record<'put_url' | 'pdf_url' | 'upload_id', string> & { readonly headers: Fields };

const template = synthesized();
const keys = keyPair();
const postgridSecret = 'w'.repeat(24);
let day: Touches;
let receiver: Receiver;

/** Whether one of the rights covers the request: the same action on a matching resource. */
function covers(rights: readonly string[], touch: string): boolean {
  const [action = '', key] = touch.split(' of ');
  return rights.some((right) => {
    const [pattern = '', kinds = ''] = right.split(' of ');
    const isAllowed = pattern.endsWith('*') ? action.startsWith(pattern.slice(0, -1)) : action === pattern;
    return isAllowed && (key === undefined || kinds.split(', ').some((kind) => key.startsWith(kind.slice(0, -1))));
  });
}

async function request<T = Fields>(name: string, input: HttpRequest): Promise<T> {
  const { statusCode, body = '' } = (await day.call(name, httpEvent(input))) as { statusCode: number; body?: string };
  if (statusCode >= 300) throw new Error(`${name} returned ${statusCode}: ${body}`);
  return (body.startsWith('{') ? JSON.parse(body) : {}) as T;
}

const account = {
  account_holder_name: 'Ada Lovelace',
  country: 'US',
  nickname: 'Operating',
  account_number: '000123456789',
  routing_number: '021000021',
  bank_name: 'Test Bank',
  signature_text: 'Ada Lovelace',
};

const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };

/** Text instead of HTML, which would need a browser. */
const asText = (body: object) => ('html' in body ? { ...body, html: undefined, text } : body);

async function order(product: ProductName, bankAccount = ''): Promise<Fields> {
  const { bankAccountField } = productNamed(product);
  const { quote_id } = await request(`quote-${product}`, { body: asText(samples[product].quote) });
  const content = asText(samples[product].order('none'));
  const body = {
    quote_id,
    idempotency_key: `a-${quote_id}`,
    notify: { webhook_url: receiver.url, email: 'ada@example.com' },
    [product]: bankAccountField === undefined ? content : { ...content, [bankAccountField]: bankAccount },
  };
  await request(`create-${product}-job`, { body });
  return request(`create-${product}-job`, { body }); // Finds the stored job by its key.
}

/** Makes quotes that store documents: the parts of a joined document, and a long text that is then ordered by its hash. */
async function orderStoredContent(product: ProductName, pdf_url: string): Promise<void> {
  const sample = { ...samples[product].quote, html: undefined, fit_page: true };
  await request(`quote-${product}`, { body: { ...sample, text, attachments: [{ pdf_url }] } });
  // Too long to be stored in the quote's item.
  const longText = 'The engine works. '.repeat(4_000);
  const { quote_id, content_hash } = await request(`quote-${product}`, { body: { ...sample, text: longText } });
  const details = { ...samples[product].order('none'), html: undefined, text: undefined, content_hash };
  await request(`create-${product}-job`, { body: { quote_id, [product]: details } });
}

/** Uploads a file and orders it, over the API and on the order form. */
async function orderUpload(): Promise<void> {
  const file = await pdfOf(1, [432, 648]); // 6 by 9 inches
  const declared = { size: file.length, content_type: 'application/pdf' };
  const { put_url, headers, pdf_url, upload_id } = await request<Ticket>('request-upload', { body: declared });
  const page = { ...httpEvent({ method: 'GET', path: { upload_id } }), rawPath: `/v1/uploads/${upload_id}/attach` };
  expect(await day.call('request-upload', page)).toMatchObject({ statusCode: 200 });
  await fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(file) });
  for (const product of productNames.filter((name) => productNamed(name).paper)) {
    const content = { html: undefined, text: undefined, pdf_url };
    const { quote_id } = await request(`quote-${product}`, {
      body: { ...samples[product].quote, ...content, fit_page: true },
    });
    const details = { ...samples[product].order('none'), ...content };
    await request(`create-${product}-job`, { body: { quote_id, [product]: details } });
    if (productNamed(product).paper?.sizeName !== 'US Letter') continue;
    await orderStoredContent(product, pdf_url);
    await orderUploadOnForm(product, upload_id);
  }
}

/** Orders an uploaded file on the order form, which first asks whether to shrink the page. */
async function orderUploadOnForm(product: ProductName, upload: string): Promise<void> {
  const form = { rawPath: `/v1/new/${product}`, queryStringParameters: { upload } };
  const call = (event: HttpRequest) => day.call('order-form', { ...httpEvent(event), ...form });
  expect(await call({ method: 'GET' })).toMatchObject({ statusCode: 400 });
  const typed = new URLSearchParams({ ...typedForm(product), upload, fit_page: 'yes' }).toString();
  const preview = (await call({ headers: urlEncoded, body: typed })) as { readonly body: string };
  const payForm = new URLSearchParams(formIn(preview.body, 'pay')).toString();
  for (const body of [payForm, 'step=upload'])
    expect(await call({ headers: urlEncoded, body })).toMatchObject({ statusCode: 303 });
}

/** Every product on the order form: preview, PDF and order. */
async function orderOnForms(bank_account: string): Promise<void> {
  for (const product of productNames) {
    const typed = { ...typedForm(product), ...(product === 'check' && { bank_account }) };
    const send = (form: object) => {
      const body = new URLSearchParams({ ...form }).toString();
      return day.call('order-form', { ...httpEvent({ headers: urlEncoded, body }), rawPath: `/v1/new/${product}` });
    };
    const { body } = (await send(typed)) as { readonly body: string };
    const form = formIn(body, 'pay');
    const { headers } = (await send(form)) as { readonly headers: Fields };
    // The pay code of the order fills in the form for another one.
    const again = /pay_\w+/.exec(headers.location ?? '')?.[0];
    const filled = { ...httpEvent({ method: 'GET' }), rawPath: `/v1/new/${product}`, queryStringParameters: { again } };
    expect(await day.call('order-form', filled)).toMatchObject({ statusCode: 200 });
    if (product === 'check') continue;
    const path = { quote_id: form.quote_id ?? '' };
    await request('show-preview', { method: 'GET', path: { ...path, page: '1' } });
    await request('show-pdf', { method: 'GET', path });
    await request('show-text', { method: 'GET', path });
  }
}

/** Pays on the test page, then sends the event that the payment provider would send. */
async function pay({ checkout_url = '' }: Fields): Promise<void> {
  const path = { session_id: checkout_url.split('/').at(-1) ?? '' };
  await request('mock-checkout', { method: 'GET', path });
  await request('mock-checkout', { path, headers: urlEncoded, body: 'action=pay' });
  const { mockCheckouts } = await import('../../shared/config/app.ts');
  const { mockEvent } = await import('../../shared/partners/mock/mock.ts');
  const session = await mockCheckouts().session(path.session_id);
  if (session === undefined) throw new Error('no session');
  await request('receive-stripe-event', { body: mockEvent(session, 'evt_test_1', Date.now()) });
}

const notify = async ({ job_id = '' }: Fields) => {
  const messageId = 'message';
  await day.call('send-webhooks', { Records: [{ messageId, body: outboxIdOf('webhook', job_id) }] });
  await day.call('send-emails', { Records: [{ messageId, body: outboxIdOf('email', job_id) }] });
};

/** Stops all emails with the link in one of them, and requests an event again. */
async function stopAndResend({ job_id = '' }: Fields): Promise<void> {
  const { depsFor } = await import('../../shared/config/app.ts');
  const deps = depsFor({});
  const job = await deps.jobs.get(job_id);
  if (job === undefined) throw new Error('no job');
  const path = { token: stopUrlOf(deps, job, outboxIdOf('email', job_id)).split('/').at(-1) ?? '' };
  await request('stop-emails', { method: 'GET', path });
  await request('stop-emails', { path, headers: urlEncoded, body: 'choice=stop' });
  const [paidEvent] = receiver.events.filter(({ type }) => type === 'letter.paid');
  await request('resend-event', { path: { job_id, event_id: String(paidEvent?.headers['webhook-id']) } });
}

const fulfill = ({ job_id }: Fields) => day.call('fulfill', { Records: [{ messageId: 'message', body: job_id }] });

/** The payer comes back from the payment page before the provider's event arrives, and does not cancel. */
async function payAndReturn({ checkout_url = '', pay_url = '' }: Fields): Promise<void> {
  const path = { session_id: checkout_url.split('/').at(-1) ?? '' };
  const code = { code: pay_url.split('/').at(-1) ?? '' };
  await request('mock-checkout', { path, headers: urlEncoded, body: 'action=pay' });
  await request('show-paid-page', { method: 'GET', path: code });
  await request('cancel-order', { method: 'GET', path: code });
}

/** The payer takes the corrected address. */
async function chooseAddress({ job_id = '' }: Fields, path: Fields): Promise<void> {
  const body = new URLSearchParams({ token: formTokenOf('address', job_id), choice: 'suggested' }).toString();
  const response = await day.call('choose-address', httpEvent({ path, headers: urlEncoded, body }));
  expect(response).toMatchObject({ statusCode: 303 });
}

/** The payer asks for emails, and continues to the payment. */
async function chooseEmails({ job_id = '', checkout_url }: Fields, path: Fields): Promise<void> {
  const body = new URLSearchParams({ token: formTokenOf('emails', job_id), step: 'pay', emails: 'yes' }).toString();
  const response = await day.call('choose-emails', httpEvent({ path, headers: urlEncoded, body }));
  expect(response).toMatchObject({ statusCode: 303, headers: { location: checkout_url } });
}

/** The payer of an unpaid order reads its pages and answers their questions. */
async function openPages(letter: Fields, code: Fields): Promise<void> {
  await request('show-pay-page', { method: 'GET', path: code });
  await chooseAddress(letter, code);
  await chooseEmails(letter, code);
  await request('show-receipt', { method: 'GET', path: code });
  await request('verify', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="receipt"\r\n\r\n{}\r\n--x--\r\n',
  });
  await request('show-preview', { method: 'GET', path: { ...code, page: '1' } });
  await request('show-pdf', { method: 'GET', path: code });
  await request('show-text', { method: 'GET', path: code });
}

/** Each partner sends an event, and SES sends a bounce. */
async function receiveEvents(letter: Fields, fax: Fields, letter_id: string): Promise<void> {
  const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'grace@example.com' }] };
  const Message = JSON.stringify({ eventType: 'Bounce', bounce, mail: {} });
  await day.call('receive-email-event', { Records: [{ Sns: { MessageId: 'message', Message } }] });
  const data = { id: letter_id, status: 'ready', metadata: { reference: letter.job_id } };
  const postgridEvent = JSON.stringify({ id: 'event_1', type: 'letter.updated', data });
  const postgridHeaders = { 'postgrid-signature': signature(postgridSecret, postgridEvent, Date.now()) };
  await request('receive-postgrid-event', { body: postgridEvent, headers: postgridHeaders });
  const { fax_id = '' } = await request('get-job', { method: 'GET', path: { job_id: fax.job_id ?? '' } });
  const payload = { fax_id, status: 'sending', client_state: btoa(fax.job_id ?? '') };
  const { rawBody, headers } = signed({ data: { event_type: 'fax.sending.started', payload } }, keys, Date.now());
  await request('receive-telnyx-event', { body: rawBody, headers });
}

/** AWS throttles the queue message of the first order and the document of the second, so each needs another attempt. */
async function orderWithRetries(): Promise<void> {
  for (const delayed of [await order('letter'), await order('letter')]) {
    await pay(delayed);
    await fulfill(delayed);
    await minutesLater(2, () => fulfill(delayed));
    const job = await request('get-job', { method: 'GET', path: { job_id: delayed.job_id ?? '' } });
    expect(job).toMatchObject({ status: 'fulfilled' });
  }
}

/** Payers cancel an order before and after the partner has it, and delete its document. */
async function cancelOrders(): Promise<void> {
  for (const isWithPartner of [false, true]) {
    const job = await order('letter');
    await pay(job);
    if (isWithPartner) await fulfill(job);
    await cancelOrder(job);
    await deleteDocument(job);
  }
}

/** The payer cancels on the page. */
async function cancelOrder({ job_id = '', pay_url = '' }: Fields): Promise<void> {
  const body = new URLSearchParams({ token: formTokenOf('cancel', job_id) }).toString();
  await request('cancel-order', { path: { code: pay_url.split('/').at(-1) ?? '' }, headers: urlEncoded, body });
}

async function operateOn({ job_id }: Fields): Promise<void> {
  for (const command of [{ command: 'park', reason: 'other' }, { command: 'resubmit' }, { command: 'refund' }])
    expect(await day.call('operate', { ...command, job_id })).toMatchObject({ ok: true });
}

async function resendFirstEvent(path: Fields): Promise<void> {
  type Events = { readonly notifications: readonly { readonly event_id: string }[] };
  const { notifications } = await request<Events>('get-job-events', { method: 'GET', path });
  await request('resend-event', { path: { ...path, event_id: notifications[0]?.event_id ?? '' } });
}

/** Deletes the document over the API and on the page. */
async function deleteDocument({ job_id = '', pay_url = '' }: Fields): Promise<void> {
  await request('delete-document', { method: 'DELETE', path: { job_id } });
  const body = new URLSearchParams({ token: formTokenOf('deletion', job_id) }).toString();
  const path = { code: pay_url.split('/').at(-1) ?? '' };
  expect(await day.call('delete-document', httpEvent({ path, headers: urlEncoded, body }))).toMatchObject({
    statusCode: 303,
  });
}

/** Sets the clock forward for the duration of `run`. */
async function minutesLater(minutes: number, run: () => Promise<unknown>): Promise<void> {
  const { now } = Date;
  const time = now() + minutes * 60_000;
  Date.now = () => time;
  await run().finally(() => {
    Date.now = now;
  });
}

beforeAll(async () => {
  receiver = await startReceiver();
  day = await startTouches({
    PDF_URL_ALLOW_HOSTS: receiver.host,
    // The test page's own event goes nowhere.
    PUBLIC_BASE_URL: 'http://127.0.0.1:9/v1',
    WEBHOOK_WAIT_MS: '0',
    POSTGRID_WEBHOOK_SECRET: postgridSecret,
    TELNYX_PUBLIC_KEY: keys.publicKey,
    REQUEST_LIMITS: 'tools=100',
  });
  const { bank_account_id = '' } = await request('register-bank-account', { body: account });
  await request('bank-account-form', { body: new URLSearchParams({ ...account, authorized: 'yes' }).toString() });
  const ordered = new Map<ProductName, Fields>();
  for (const product of productNames) ordered.set(product, await order(product, bank_account_id));
  const { letter = {}, check = {}, fax = {} } = Object.fromEntries(ordered);
  const code = { code: letter.pay_url?.split('/').at(-1) ?? '' };
  expect(await request('health', { method: 'GET', path: { deep: '1' } })).toMatchObject({ ok: true });
  await orderOnForms(bank_account_id);
  await orderUpload();
  await request('verify-address', { body: { address: ada } });
  await openPages(letter, code);
  await orderWithRetries();
  // The letter is paid when its payer returns; the check and the fax when the provider's event arrives.
  await payAndReturn(letter);
  for (const job of ordered.values()) {
    await pay(job);
    await fulfill(job);
    await notify(job);
  }
  const path = { job_id: letter.job_id ?? '' };
  const { letter_id = '' } = await request('get-job', { method: 'GET', path });
  await resendFirstEvent(path);
  await stopAndResend(letter);
  await request('get-receipt', { method: 'GET', path });
  const evidence = { ...httpEvent({ method: 'GET', path: code }), rawPath: `/v1/pay/${code.code}/evidence.pdf` };
  for (const _ of ['throttled', 'served']) await day.call('show-receipt', evidence);
  await request('get-letter', { method: 'GET', path: { letter_id } });
  await receiveEvents(letter, fax, letter_id);
  await request('cancel-job', { path: { job_id: check.job_id ?? '' } });
  const removal = new URLSearchParams({ bank_account_id, confirmed: 'yes' }).toString();
  await request('bank-account-removal', { body: removal });
  await request('remove-bank-account', { method: 'DELETE', path: { bank_account_id } });
  await day.call('reconcile', {});
  // The first round has queued what was due.
  await minutesLater(60, () => day.call('reconcile', {}));
  // The audit of a day is due when that day is over.
  await minutesLater(25 * 60, () => day.call('audit', {}));
  for (const command of ['show', 'stuck', 'redrive', 'reconcile']) await day.call('operate', { command, ...path });
  const paidOrder = await order('letter');
  await pay(paidOrder);
  await operateOn(paidOrder);
  await cancelOrders();
  for (const anything of [code.code, letter_id, 'pi_test_1', '1001'])
    await day.call('operate', { command: 'find', anything });
  const callTool = (name: string, input: object) =>
    request('mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } } });
  // Too long for the quote's own item. The table throttles the first call, and the store the second.
  for (const word of ['ink ', 'pen ']) await callTool('quote_letter', { country: 'US', text: word.repeat(20_000) });
  await callTool('get_job_status', path);
  await callTool('cancel_letter', path);
}, 300_000);
afterAll(async () => {
  await day.close();
  await receiver.close();
});

const touching = manifest.filter(({ needs }) => needs.some((need) => /^table|^self-check$/.test(need)));

test.each(touching)('$name makes requests to AWS, and only those that its row in the manifest allows', (row) => {
  const touches = [...(day.byFunction.get(row.name) ?? [])];
  const rights = neededBy(row);
  expect(touches).not.toEqual([]);
  expect(touches.filter((touch) => !covers(rights, touch))).toEqual([]);
});

/** Whether the response makes the caller try again, so that nothing is lost. */
function asksForRetry({ name, trigger }: FunctionRow, result: unknown): boolean {
  const { statusCode = 0, headers = {}, body = '' } = (result ?? {}) as Partial<HttpResult>;
  if ('http' in trigger) return statusCode === 503 && /^[1-9]\d*$/.test(`${headers['retry-after']}`);
  if ('functionUrl' in trigger) return statusCode === 200 && body.includes('"code":"unavailable"');
  if ('queue' in trigger) return JSON.stringify(result) === '{"batchItemFailures":[{"itemIdentifier":"message"}]}';
  // Lambda, the operator and the next scheduled run try again.
  if ('emailEvents' in trigger) return result instanceof Error && isOverload(result);
  return name === 'operate' ? (result as { ok: boolean }).ok === false : result === undefined;
}

/** Whether the call succeeded: `reconcile` replaces a lost message, and the next attempt reads the document. */
function succeeds({ trigger }: FunctionRow, result: unknown): boolean {
  const { statusCode = 0 } = result as { readonly statusCode?: number };
  if ('http' in trigger || 'functionUrl' in trigger) return statusCode >= 200 && statusCode < 400;
  return 'queue' in trigger ? JSON.stringify(result) === '{"batchItemFailures":[]}' : (result as { ok: boolean }).ok;
}

const needing = manifest.flatMap((row) => servicesOf(row).map((service) => ({ row, name: row.name, service })));
const throttledCalls = (name: string, service: Service) =>
  day.throttled.filter((call) => call.name === name && call.service === service);

/** The services that a function may use but that throttle none of its requests on this day, and why. */
const neverThrottled: Readonly<Record<string, string>> = {
  'request-upload documents': 'it only signs a URL of the store',
  'create-check-job documents': 'only the renderer writes its enclosures',
  'verify table': 'it only counts, and works without the count',
  'verify-address table': 'test mode calls no partner, so there is nothing to store',
  'send-webhooks queue': 'a delivered event needs no message',
  'send-emails queue': 'a delivered event needs no message',
  'get-job queue': 'the statuses of this day are mostly fresh',
  'get-job-events queue': 'the statuses of this day are mostly fresh',
  'order-form queue': 'nothing in an order from the form is due at once',
  'receive-telnyx-event queue': 'an event that changes nothing needs no message',
  'choose-address queue': 'an event that changes nothing needs no message',
  'remove-bank-account queue': 'no unpaid check draws on the account',
  'bank-account-removal queue': 'no unpaid check draws on the account',
  'audit queue': 'no unpaid check draws on the account',
  'reconcile table': 'it reads an index in parts when AWS refuses the whole',
};

test.each(needing.filter(({ name, service }) => neverThrottled[`${name} ${service}`] === undefined))(
  '$name asks for a retry or succeeds when AWS throttles a request ($service), without an alarm',
  ({ row, name, service }) => {
    const calls = throttledCalls(name, service);
    expect(calls).toHaveLength(1);
    for (const { answer, lines } of calls) {
      const isHarmless = service === 'queue' || (name === 'fulfill' && service === 'documents');
      expect({ answer, isRight: asksForRetry(row, answer) || (isHarmless && succeeds(row, answer)) }).toMatchObject({
        isRight: true,
      });
      expect(lines.map(({ error }) => error)).toContainEqual(
        expect.stringMatching(/^(ThrottlingException|SlowDown|RequestThrottled)/),
      );
      // An audit that stops early raises an alarm in any case.
      expect(lines.filter(({ level, message }) => level === 'alarm' && message !== 'audit stopped')).toEqual([]);
    }
  },
);

const html = '<p>Dear Ada</p>';
const quoteRequest = httpEvent({ body: { country: 'US', html } });
const onPaper = productNames.filter((product) => productNamed(product).paper !== undefined);
/** A request that needs the renderer, or the reason why none is sent here. */
const renderings: Readonly<Record<string, object | string>> = {
  ...Object.fromEntries(onPaper.map((product) => [`quote-${product}`, quoteRequest])),
  mcp: httpEvent({
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quote_letter', arguments: { country: 'US', html } },
    },
  }),
  'order-form': 'only Markdown is printed there, by the use case of quote-letter',
  'create-check-job': 'only enclosures are printed there, by the adapter of quote-letter',
};

test.each(manifest.filter(({ name, needs }) => needs.includes('render') && typeof renderings[name] !== 'string'))(
  '$name asks for a retry when the renderer does not start',
  async (row) => {
    const event = renderings[row.name];
    expect(event).toBeDefined();
    const answer = await day.call(row.name, event as object);
    expect({ answer, isRight: asksForRetry(row, answer) }).toMatchObject({ isRight: true });
  },
);

test('the audit reads the orders and payments of the day and their jobs, and stores its progress', () => {
  const touches = [...(day.byFunction.get('audit') ?? [])];
  for (const expected of [
    'Query on Table/index/by_kind',
    'Query on Table/index/by_day_paid',
    'GetItem on Table of job_',
    'PutItem on Table of audit_',
  ])
    expect(touches).toContainEqual(expect.stringContaining(expected));
});

test('a receiver gets the events of the day’s payments', () => {
  expect(receiver.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(productNames.map((product) => `${product}.paid`)),
  );
});

test('a missing permission would be noticed, because fulfill needs permissions that other kinds of functions lack', () => {
  const touches = [...(day.byFunction.get('fulfill') ?? [])];
  for (const name of ['receipts', 'document-quotes', 'partner-events', 'mcp'])
    expect(touches.filter((touch) => !covers(grantedTo(template, name), touch))).not.toEqual([]);
});
