/** A day of the service: every request of each function is covered by its own role, and may be turned away by AWS. */
import { type FunctionRow, manifest } from '../../functions/manifest.ts';
import { formTokenOf, outboxIdOf } from '../../shared/domain/ids.ts';
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { isOverload } from '../../shared/domain/refusal.ts';
import { stopUrlOf } from '../../shared/notify/silence.ts';
import { productNamed } from '../../shared/products/index.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { grantedTo } from '../support/cloud/granted.ts';
import { askedBy } from '../support/cloud/meanings.ts';
import { synthesized } from '../support/cloud/synthesized.ts';
import {
  type Asked,
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

const template = synthesized();
const keys = keyPair();
const hookSecret = 'w'.repeat(24);
let day: Touches;
let receiver: Receiver;

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
  const { statusCode, body = '' } = (await day.call(name, httpEvent(asked))) as { statusCode: number; body?: string };
  if (statusCode >= 300) throw new Error(`${name} answered ${statusCode}: ${body}`);
  return body.startsWith('{') ? (JSON.parse(body) as Fields) : {};
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

/** Plain text needs no browser. */
const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };

const asText = (request: object) => ('html' in request ? { ...request, html: undefined, text } : request);

async function order(product: ProductName, bankAccount = ''): Promise<Fields> {
  const { drawsOn } = productNamed(product);
  const { quote_id } = await ask(`quote-${product}`, { body: asText(samples[product].quote) });
  const shown = asText(samples[product].order('none'));
  const body = {
    quote_id,
    idempotency_key: `a-${quote_id}`,
    notify: { webhook_url: receiver.url, email: 'ada@example.com' },
    [product]: drawsOn === undefined ? shown : { ...shown, [drawsOn]: bankAccount },
  };
  await ask(`create-${product}-job`, { body });
  return ask(`create-${product}-job`, { body });
}

/** Reads again what a quote has stored: the parts of a document that are joined, and a long text by its hash. */
async function fromStore(product: 'letter' | 'fax', pdf_url: string): Promise<void> {
  const sample = { ...samples[product].quote, html: undefined };
  await ask(`quote-${product}`, { body: { ...sample, text, attachments: [{ pdf_url }] } });
  // Too long to be kept in the quote's item.
  const long = 'The engine works. '.repeat(4_000);
  const { quote_id, content_hash } = await ask(`quote-${product}`, { body: { ...sample, text: long } });
  const order = { ...samples[product].order('none'), html: undefined, text: undefined, content_hash };
  await ask(`create-${product}-job`, { body: { quote_id, [product]: order } });
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
    const content = { html: undefined, text: undefined, pdf_url };
    const { quote_id } = await ask(`quote-${product}`, { body: { ...samples[product].quote, ...content } });
    const order = { ...samples[product].order('none'), ...content };
    await ask(`create-${product}-job`, { body: { quote_id, [product]: order } });
    await fromStore(product, String(pdf_url));
    const form = { rawPath: `/v1/new/${product}`, queryStringParameters: { upload: upload_id } };
    expect(await day.call('order-form', { ...httpEvent({ method: 'GET' }), ...form })).toMatchObject({
      statusCode: 200,
    });
    const body = new URLSearchParams({ ...typedForm(product), upload: upload_id }).toString();
    const shown = await day.call('order-form', { ...httpEvent({ headers: urlEncoded, body }), ...form });
    const placed = new URLSearchParams(formIn((shown as { readonly body: string }).body, 'pay')).toString();
    const placing = { ...httpEvent({ headers: urlEncoded, body: placed }), ...form };
    expect(await day.call('order-form', placing)).toMatchObject({ statusCode: 303 });
    const asking = { ...httpEvent({ headers: urlEncoded, body: 'step=upload' }), ...form };
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
    const { headers } = (await send(form)) as { readonly headers: Fields };
    const again = /pay_\w+/.exec(headers.location ?? '')?.[0];
    const filled = { ...httpEvent({ method: 'GET' }), rawPath: `/v1/new/${product}`, queryStringParameters: { again } };
    expect(await day.call('order-form', filled)).toMatchObject({ statusCode: 200 });
    if (product === 'check') continue;
    const path = { quote_id: form.quote_id ?? '' };
    await ask('show-preview', { method: 'GET', path: { ...path, page: '1' } });
    await ask('show-proof', { method: 'GET', path });
    await ask('show-words', { method: 'GET', path });
  }
}

/** Pays on the test page, and tells the service of it as the payment provider does. */
async function pay({ checkout_url = '' }: Fields): Promise<void> {
  const path = { session_id: checkout_url.split('/').at(-1) ?? '' };
  await ask('mock-checkout', { method: 'GET', path });
  await ask('mock-checkout', { path, headers: urlEncoded, body: 'action=pay' });
  const { mockCheckouts } = await import('../../shared/config/app.ts');
  const { mockEvent } = await import('../../shared/partners/mock/mock.ts');
  const session = await mockCheckouts().session(path.session_id);
  if (session === undefined) throw new Error('no session');
  await ask('receive-stripe-event', { body: mockEvent(session, 'evt_test_1', Date.now()) });
}

const tell = async ({ job_id = '' }: Fields) => {
  const messageId = 'message';
  await day.call('send-webhooks', { Records: [{ messageId, body: outboxIdOf('webhook', job_id) }] });
  await day.call('send-emails', { Records: [{ messageId, body: outboxIdOf('email', job_id) }] });
};

/** Its reader stops all e-mails by the link of one, and an event is told once more. */
async function stoppedAndResent({ job_id = '' }: Fields): Promise<void> {
  const { depsFor } = await import('../../shared/config/app.ts');
  const deps = depsFor({});
  const job = await deps.jobs.get(job_id);
  if (job === undefined) throw new Error('no job');
  const path = { token: stopUrlOf(deps, job, outboxIdOf('email', job_id)).split('/').at(-1) ?? '' };
  await ask('stop-emails', { method: 'GET', path });
  await ask('stop-emails', { path, headers: urlEncoded, body: 'wish=stop' });
  const [paidEvent] = receiver.events.filter(({ type }) => type === 'letter.paid');
  await ask('resend-event', { path: { job_id, event_id: String(paidEvent?.headers['webhook-id']) } });
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
  const body = new URLSearchParams({ token: formTokenOf('address', job_id), choice: 'suggested' }).toString();
  const answer = await day.call('choose-address', httpEvent({ path, headers: urlEncoded, body }));
  if ((answer as { statusCode: number }).statusCode !== 303) throw new Error('it was not chosen');
}

/** The payer ticks that e-mails are wanted, and is led on to the payment. */
async function emailsChosen({ job_id = '', checkout_url }: Fields, path: Fields): Promise<void> {
  const body = new URLSearchParams({ token: formTokenOf('e-mails', job_id), step: 'pay', emails: 'yes' }).toString();
  const answer = await day.call('choose-emails', httpEvent({ path, headers: urlEncoded, body }));
  expect(answer).toMatchObject({ statusCode: 303, headers: { location: checkout_url } });
}

/** The payer cancels on the page. */
async function cancelled({ job_id = '', pay_url = '' }: Fields): Promise<void> {
  const body = new URLSearchParams({ token: formTokenOf('cancel', job_id) }).toString();
  await ask('cancel-order', { path: { code: pay_url.split('/').at(-1) ?? '' }, headers: urlEncoded, body });
}

/** Every act of an operator, on a letter that waits for them. */
async function operateOn({ job_id }: Fields): Promise<void> {
  for (const asked of [{ command: 'park', reason: 'other' }, { command: 'resubmit' }, { command: 'refund' }]) {
    const { ok, says } = (await day.call('operate', { ...asked, job_id })) as { ok: boolean; says: string };
    if (!ok) throw new Error(says);
  }
}

/** An event of the job is told again. */
async function toldAgain(path: Fields): Promise<void> {
  const { notifications } = (await ask('get-job-events', { method: 'GET', path })) as unknown as {
    readonly notifications: readonly { readonly event_id: string }[];
  };
  await ask('resend-event', { path: { ...path, event_id: notifications[0]?.event_id ?? '' } });
}

/** Over both doors; the page leads back. */
async function deleted({ job_id = '', pay_url = '' }: Fields): Promise<void> {
  await ask('delete-document', { method: 'DELETE', path: { job_id } });
  const body = new URLSearchParams({ token: formTokenOf('deletion', job_id) }).toString();
  const path = { code: pay_url.split('/').at(-1) ?? '' };
  expect(await day.call('delete-document', httpEvent({ path, headers: urlEncoded, body }))).toMatchObject({
    statusCode: 303,
  });
}

/** Does something at another time, in Unix ms. */
async function at(time: number, act: () => Promise<unknown>): Promise<void> {
  const { now } = Date;
  Date.now = () => time;
  await act().finally(() => {
    Date.now = now;
  });
}

const later = (minutes: number, act: () => Promise<unknown>) => at(Date.now() + minutes * 60_000, act);

/** The audit of this day, held when it is over. */
const audited = () => at(Date.now() + 25 * 3_600_000, () => day.call('audit', {}));

beforeAll(async () => {
  receiver = await startReceiver();
  day = await startTouches({
    PDF_URL_ALLOW_HOSTS: receiver.host,
    // The test page's own event goes nowhere.
    PUBLIC_BASE_URL: 'http://127.0.0.1:9/v1',
    WEBHOOK_WAIT_MS: '0',
    POSTGRID_WEBHOOK_SECRET: hookSecret,
    TELNYX_PUBLIC_KEY: keys.publicKey,
    REQUEST_LIMITS: 'tools=100',
  });
  const { bank_account_id = '' } = await ask('register-bank-account', { body: account });
  await ask('bank-account-form', { body: new URLSearchParams({ ...account, authorized: 'yes' }).toString() });
  const ordered = new Map<ProductName, Fields>();
  for (const product of productNames) ordered.set(product, await order(product, bank_account_id));
  const { letter = {}, check = {}, fax = {} } = Object.fromEntries(ordered);
  const code = { code: letter.pay_url?.split('/').at(-1) ?? '' };
  expect(await ask('health', { method: 'GET', path: { deep: '1' } })).toMatchObject({ ok: true });
  await byHand(bank_account_id);
  await fromDisk();
  await ask('verify-address', { body: { address: ada } });
  await ask('show-pay-page', { method: 'GET', path: code });
  await addressChosen(letter, code);
  await emailsChosen(letter, code);
  await ask('show-receipt', { method: 'GET', path: code });
  await ask('verify', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="receipt"\r\n\r\n{}\r\n--x--\r\n',
  });
  await ask('show-preview', { method: 'GET', path: { ...code, page: '1' } });
  await ask('show-proof', { method: 'GET', path: code });
  await ask('show-words', { method: 'GET', path: code });
  // The first sends no message, and the second reads no document: that takes a minute more.
  for (const delayed of [await order('letter'), await order('letter')]) {
    await pay(delayed);
    await fulfil(delayed);
    await later(2, () => fulfil(delayed));
    const job = await ask('get-job', { method: 'GET', path: { job_id: delayed.job_id ?? '' } });
    expect(job).toMatchObject({ status: 'fulfilled' });
  }
  // The letter is paid by its payer's return alone; a check and a fax by the provider's event.
  await returned(letter);
  for (const job of ordered.values()) {
    await pay(job);
    await fulfil(job);
    await tell(job);
  }
  const path = { job_id: letter.job_id ?? '' };
  const { letter_id = '' } = await ask('get-job', { method: 'GET', path });
  await toldAgain(path);
  await stoppedAndResent(letter);
  const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'grace@example.com' }] };
  const Message = JSON.stringify({ eventType: 'Bounce', bounce, mail: {} });
  await day.call('receive-email-event', { Records: [{ Sns: { MessageId: 'message', Message } }] });
  const { fax_id = '' } = await ask('get-job', { method: 'GET', path: { job_id: fax.job_id ?? '' } });
  await ask('get-receipt', { method: 'GET', path });
  const evidence = { ...httpEvent({ method: 'GET', path: code }), rawPath: `/v1/pay/${code.code}/evidence.pdf` };
  for (const _ of ['turned away', 'answered']) await day.call('show-receipt', evidence);
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
  // The first round has queued what was due.
  await at(Date.now() + 3_600_000, () => day.call('reconcile', {}));
  await audited();
  for (const command of ['show', 'stuck', 'redrive', 'reconcile']) await day.call('operate', { command, ...path });
  const held = await order('letter');
  await pay(held);
  await operateOn(held);
  for (const isWithPartner of [false, true]) {
    const unwanted = await order('letter');
    await pay(unwanted);
    if (isWithPartner) await fulfil(unwanted);
    await cancelled(unwanted);
    await deleted(unwanted);
  }
  for (const anything of [code.code, letter_id, 'pi_test_1', '1001'])
    await day.call('operate', { command: 'find', anything });
  const use = (name: string, given: object) =>
    ask('mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } } });
  // Too much for the quote's own item. The table turns the first away, and the store the second.
  for (const word of ['ink ', 'pen ']) await use('quote_letter', { country: 'US', text: word.repeat(20_000) });
  await use('get_job_status', path);
  await use('cancel_letter', path);
}, 300_000);
afterAll(async () => {
  await day.close();
  await receiver.close();
});

const touching = manifest.filter(({ needs }) => needs.some((need) => /^table|^self-check$/.test(need)));

test.each(touching)(
  '$name touches what its row lets it touch, whatever its group may, and is known to touch something',
  (row) => {
    const touches = [...(day.by.get(row.name) ?? [])];
    const rights = askedBy(row);
    expect(touches).not.toEqual([]);
    expect(touches.filter((touch) => !covers(rights, touch))).toEqual([]);
  },
);

/** A caller, or its sender, must be able to tell: come again, and nothing is lost. */
function comesAgain({ name, trigger }: FunctionRow, answer: unknown): boolean {
  const { statusCode = 0, headers = {}, body = '' } = (answer ?? {}) as Partial<HttpResult>;
  if ('http' in trigger) return statusCode === 503 && /^[1-9]\d*$/.test(`${headers['retry-after']}`);
  if ('functionUrl' in trigger) return statusCode === 200 && body.includes('"code":"unavailable"');
  if ('queue' in trigger) return JSON.stringify(answer) === '{"batchItemFailures":[{"itemIdentifier":"message"}]}';
  // Lambda and the operator try again; the clock strikes anew.
  if ('emailEvents' in trigger) return answer instanceof Error && isOverload(answer);
  return name === 'operate' ? (answer as { ok: boolean }).ok === false : answer === undefined;
}

/** Served all the same: the sweeper finds what a message would have told, and the next attempt reads the document. */
function goesOn({ trigger }: FunctionRow, answer: unknown): boolean {
  const { statusCode = 0 } = answer as { readonly statusCode?: number };
  if ('http' in trigger || 'functionUrl' in trigger) return statusCode >= 200 && statusCode < 400;
  return 'queue' in trigger ? JSON.stringify(answer) === '{"batchItemFailures":[]}' : (answer as { ok: boolean }).ok;
}

const needing = manifest.flatMap((row) => servicesOf(row).map((service) => ({ row, name: row.name, service })));
const metBy = (name: string, service: Service) =>
  day.turnedAway.filter((one) => one.name === name && one.service === service);

/** The calls that this day need not meet, with the reason. */
const unmet: Readonly<Record<string, string>> = {
  'request-upload documents': 'it signs for a place in the store, and asks it nothing',
  'create-check-job documents': 'only the renderer writes its enclosures',
  'verify table': 'it counts, and a count that cannot be written stops nobody',
  'verify-address table': 'test mode asks no partner, so nothing is remembered',
  'send-webhooks queue': 'what has been told needs no message',
  'send-emails queue': 'the same',
  'get-job queue': 'the statuses of this day are mostly fresh',
  'get-job-events queue': 'the same',
  'order-form queue': 'nothing of an order by hand is due at once',
  'receive-telnyx-event queue': 'an event that tells nothing new needs no message',
  'choose-address queue': 'the same',
  'remove-bank-account queue': 'no unpaid check draws on the account',
  'bank-account-removal queue': 'the same',
  'audit queue': 'the same',
  'reconcile table': 'an index that cannot be read at once is asked in parts',
};

test.each(needing.filter(({ name, service }) => unmet[`${name} ${service}`] === undefined))(
  '$name is turned away by the $service: it says so, or goes on, and wakes nobody',
  ({ row, name, service }) => {
    const met = metBy(name, service);
    expect(met).toHaveLength(1);
    for (const { answer, lines } of met) {
      const isHarmless = service === 'queue' || (name === 'fulfil' && service === 'documents');
      expect({ answer, isRight: comesAgain(row, answer) || (isHarmless && goesOn(row, answer)) }).toMatchObject({
        isRight: true,
      });
      expect(lines.map(({ error }) => error)).toContainEqual(
        expect.stringMatching(/^(ThrottlingException|SlowDown|RequestThrottled)/),
      );
      // A day whose books were not read to their end is told in any case.
      expect(lines.filter(({ level, message }) => level === 'alarm' && message !== 'audit stopped')).toEqual([]);
    }
  },
);

test('whatever else a function needs, this day has turned it away', () => {
  const missing = needing.filter(({ name, service }) => metBy(name, service).length === 0);
  expect(missing.map(({ name, service }) => `${name} ${service}`).filter((one) => unmet[one] === undefined)).toEqual(
    [],
  );
});

const html = '<p>Dear Ada</p>';
const priced = httpEvent({ body: { country: 'US', html } });
const withContent = productNames.filter((product) => productNamed(product).paper !== undefined);
/** Requests that need the renderer, or the reason why none of this function is tried here. */
const printing: Readonly<Record<string, object | string>> = {
  ...Object.fromEntries(withContent.map((product) => [`quote-${product}`, priced])),
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

test.each(manifest.filter(({ needs }) => needs.includes('render')))(
  '$name says so when no renderer is started',
  async (row) => {
    const event = printing[row.name];
    expect(event).toBeDefined();
    if (typeof event === 'string') return;
    const answer = await day.call(row.name, event ?? {});
    expect({ answer, isRight: comesAgain(row, answer) }).toMatchObject({ isRight: true });
  },
);

test('the audit has met the orders and the payments of the day, looked up their jobs, and noted how far it came', () => {
  const touches = [...(day.by.get('audit') ?? [])];
  for (const touched of [
    'Query on Table/index/by_kind',
    'Query on Table/index/by_day_paid',
    'GetItem on Table of job_',
    'PutItem on Table of audit_',
  ])
    expect(touches).toContainEqual(expect.stringContaining(touched));
});

test('receivers have heard of the day’s payments', () => {
  expect(receiver.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(productNames.map((product) => `${product}.paid`)),
  );
});

test('a role that lacks a right would be found: no role of another kind of function is enough for fulfil', () => {
  const touches = [...(day.by.get('fulfil') ?? [])];
  for (const name of ['get-receipt', 'quote-letter', 'receive-telnyx-event', 'mcp'])
    expect(touches.filter((touch) => !covers(grantedTo(template, name), touch))).not.toEqual([]);
});
