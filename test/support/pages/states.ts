/** Every page in every state of every product, as addresses of a running service. Pictures and journeys share the list. */
import { ops } from '../../../lib/operator/ops.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { ada, inToronto, type Json, letterOf, until } from '../e2e/client.ts';
import { orderCheck, orderFax, paid, receiptOf, registered, usBank } from '../e2e/desk.ts';
import { pdfOf } from '../e2e/pdf-server.ts';
import type { Service } from '../e2e/service.ts';
import { uploaded } from '../e2e/uploads.ts';
import { typedForm } from './typed.ts';

/** A form is sent in one way without files, and in another with files. */
export type Form = URLSearchParams | FormData;

export interface PageState {
  /** `letter, paid`. Pictures are called by it. */
  readonly name: string;
  /** Brings the service so far, and returns the address of the page. */
  open(service: Service): Promise<string>;
  /** The fields of a form that the page is the answer to. */
  posts?(service: Service): Form | Promise<Form>;
}

/** Orders wait at the partner for an hour unless their mood says otherwise. */
export const standing = {
  SIMULATED_READY_SECONDS: '3600',
  RETRY_BASE_SECONDS: '60',
  WEBHOOK_WAIT_MS: '500',
  REQUEST_LIMITS: 'off',
};

/** The operator that all pictures and journeys show. */
export const shownOperator = {
  SERVICE_NAME: 'Acme Letters',
  SUPPORT_CONTACT: 'help@example.com',
  TERMS_URL: 'https://acme.example/terms',
  PRIVACY_URL: 'https://acme.example/privacy',
  REFUND_POLICY_URL: 'https://acme.example/refunds',
  POSTAL_ADDRESS: '1 Example Way, Springfield IL 62701',
  TAX_REGISTRATION: '123456789 RT0001',
};

const state = (name: string, open: PageState['open'], posts?: PageState['posts']): PageState => ({
  name,
  open,
  ...(posts && { posts }),
});

type Make = (service: Service) => Promise<Json>;

/** The page of an order, or one below it. */
const orderPage = (name: string, make: Make, path = ''): PageState =>
  state(name, async (service) => `${(await make(service)).pay_url}${path}`);

const posted = (service: Service, url: string, action: string) =>
  service.post(url, `action=${action}`, { 'content-type': 'application/x-www-form-urlencoded' });

/** The same order after something has happened to it. */
const after =
  (make: Make, happens: (service: Service, job: Json) => Promise<unknown>): Make =>
  async (service) => {
    const job = await make(service);
    await happens(service, job);
    return job;
  };

const inMailbox =
  (action: string) =>
  (service: Service, { job_id }: Json) =>
    service.post(`${service.origin}/_mailbox/${job_id}`, { action });
const checkedOut =
  (action: string) =>
  (service: Service, { checkout_url }: Json) =>
    posted(service, checkout_url, action);

/** One for each purpose and service: ten registrations an hour are taken from one network. */
const accounts = new WeakMap<Service, Map<string, Promise<string>>>();

function accountFor(service: Service, purpose: string): Promise<string> {
  const stored = accounts.get(service) ?? new Map<string, Promise<string>>();
  const account = stored.get(purpose) ?? registered(service);
  accounts.set(service, stored.set(purpose, account));
  return account;
}

/** The partner's behavior towards an order: docs/configuration.md, "Test triggers". */
type Mood = 'reject' | 'down' | 'printing' | 'mailed';

const street = (mood: Mood) => ({ to: { ...ada, addressLine1: `1 TEST ${mood.toUpperCase()} ST` } });
const numbers: Partial<Record<Mood, string>> = { reject: '+12125550101', down: '+12125550103' };

/** An order of each product, whose partner may be in a mood. */
const orderOf: Readonly<Record<ProductName, (service: Service, mood?: Mood) => Promise<Json>>> = {
  letter: (service, mood) => service.order(mood && street(mood)),
  check: async (service, mood) =>
    orderCheck(service, await accountFor(service, 'to draw on'), mood ? street(mood) : {}),
  fax: (service, mood) => orderFax(service, mood ? { to_number: numbers[mood] } : {}),
};

/** The states of one order of each product. */
const lives: readonly PageState[] = productNames.flatMap((product) => {
  const paidIn = (mood?: Mood) => (service: Service) => paid(service, orderOf[product](service, mood));
  const ordered = (service: Service) => orderOf[product](service);
  const page = (name: string, make: Make, path?: string) => orderPage(`${product}, ${name}`, make, path);
  const stopped = (make: Make) => after(make, (service, { job_id }) => service.cancel(job_id));
  const parked = ({ dataDir }: Service, { job_id }: Json) =>
    ops({ words: ['park', job_id, 'other', '--local'], environment: { DATA_DIR: dataDir }, print: () => {} });
  const isOnPaper = product !== 'fax';
  const stoppable = isOnPaper ? paidIn() : paidIn('down');
  return [
    page('to pay', ordered),
    page('waiting for the partner', paidIn('down')),
    page('with the partner', paidIn()),
    ...(isOnPaper
      ? [
          page('being printed', paidIn('printing')),
          page('mailed', paidIn('mailed')),
          page('coming back', after(paidIn('mailed'), inMailbox('return'))),
        ]
      : []),
    page('refused by the partner', paidIn('reject')),
    ...(product === 'check'
      ? []
      : [
          state(`${product}, sent again`, async (service) => {
            const { pay_url } = await paidIn('reject')(service);
            return `${service.baseUrl}/new/${product}?from_job=${pay_url.split('/').at(-1)}`;
          }),
        ]),
    page('cancelled before paying', stopped(ordered)),
    page('cancelled and refunded', stopped(stoppable)),
    page('paid and not confirmed', after(after(ordered, inMailbox('hold_event')), checkedOut('pay')), '/paid'),
    page('back before paying', ordered, '/paid'),
    page('cancel?', stoppable, '/cancel'),
    page('cancel what is not paid', ordered, '/cancel'),
    page('expired', after(ordered, checkedOut('expire'))),
    page('receipt', paidIn(), '/receipt'),
    page('receipt of what was cancelled', stopped(stoppable), '/receipt'),
    page('needs_review', after(paidIn('down'), parked)),
  ];
});

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `Line ${at + 1}`).join('\n');
/** A page holds 43 lines, the first of a letter 28. */
const longLetter = lines(28 + 21 * 43);
const longFax = lines(200 * 43);

const canadian = { name: 'Marie Tremblay', addressLine1: '12 rue Exemple', ...inToronto };

const ordering =
  (...asked: Parameters<Service['order']>) =>
  (service: Service) =>
    service.order(...asked);
const paidOrder = (...asked: Parameters<Service['order']>) =>
  after(ordering(...asked), (service, { checkout_url }) => service.pay(checkout_url));

const asksForEmails = async (service: Service, { pay_url }: Json) => {
  const token = /id="pay"[^>]*><input[^>]*value="(\w+)"/.exec((await service.get(pay_url)).text)?.[1] ?? '';
  const body = new URLSearchParams({ token, step: 'pay', emails: 'yes' });
  await fetch(`${pay_url}/emails`, { method: 'POST', redirect: 'manual', body });
};

/** A certified letter that has left, after these acts of its carrier. */
const carried = (...acts: readonly string[]) =>
  after(paidOrder({ quote: { registered: true } }), async (service, job) => {
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    for (const action of ['mail', ...acts]) await inMailbox(action)(service, job);
  });

const sevenPages = lines(28 + 5 * 43 + 20);
const message = '<h1>Rent</h1><p>With thanks for a warm house.</p>';

/** Orders that look different from the plain ones, and letters after they were mailed. */
const variants: readonly PageState[] = [
  orderPage('letter, of 22 pages', ordering({ quote: { text: longLetter } })),
  orderPage('letter, read as text', ordering(), '/text'),
  orderPage('letter, to Canada with tax', ordering({ to: canadian, quote: { country: 'CA' } })),
  orderPage('letter, with warnings', ordering({ to: { postalOrZip: '1220' }, quote: { text: lines(28) } })),
  orderPage('letter, with a corrected address', ordering({ to: { addressLine1: '1 TEST CORRECTED ST' } })),
  orderPage('letter, to an address where mail may come back', ordering({ to: { addressLine1: '1 TEST UNIT ST' } })),
  orderPage(
    'letter, paid, with e-mails to its payer',
    after(after(ordering(), asksForEmails), (service, { checkout_url }) => service.pay(checkout_url)),
  ),
  orderPage('check, with a message', async (service) => {
    const account = await registered(service, { ...usBank, nickname: 'Office rent' });
    return orderCheck(service, account, { memo: 'Rent, December', message });
  }),
  orderPage('fax, to Canada with tax', (service) =>
    orderFax(service, { to_number: '+14165550123' }, { country: 'CA' }),
  ),
  orderPage('fax, of 200 pages', (service) => orderFax(service, { text: longFax }, { text: longFax })),
  orderPage('letter, scanned by its carrier', carried('scan', 'scan')),
  orderPage('letter, nobody at home', carried('nobody_home')),
  orderPage('letter, receipt with scans', carried('scan', 'deliver'), '/receipt'),
  orderPage('letter, in a flat envelope', ordering({ quote: { text: sevenPages } })),
];

const account = {
  nickname: 'Office rent',
  country: 'US',
  account_holder_name: 'Grace Hopper',
  bank_name: 'First Example Bank',
  routing_number: '021000021',
  account_number: '73519284605',
  account_type: 'chequing',
  authorized: 'yes',
};

const formOf = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields);

function formWithFiles(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as never);
  return form;
}

const paidReceipt = async (service: Service) => receiptOf(service, await paid(service, service.order()));

let readers = 0;

/** The page behind the link of an e-mail to somebody who was never written to before. */
async function stopPageOf(service: Service): Promise<string> {
  readers += 1;
  const { quote_id } = await service.quote();
  const request = { ...letterOf(quote_id), notify: { email: `reader-${readers}-${Date.now()}@example.com` } };
  const { job_id, checkout_url } = await service.make('/jobs', request);
  await service.pay(checkout_url);
  const inMailbox = () => service.get(`${service.origin}/_mailbox/${job_id}`, { accept: 'application/json' });
  const { body } = await until(inMailbox, ({ body: job }) => job.emails?.length > 0);
  return body.emails[0].stop_url;
}

/** A mistake in the order form of each product. */
const mistakes: Readonly<Record<ProductName, Readonly<Record<string, string>>>> = {
  letter: { 'to.city': '', 'from.countryCode': '', email: 'ada@example' },
  fax: { to_number: '902 555 0123' },
  check: { amount: 'much', bank_account: '73519284605' },
};

/** A page with a fixed path below `/v1`, or the response to a form posted there. */
const at = (name: string, path: string, posts?: PageState['posts']): PageState =>
  state(name, async ({ baseUrl }) => `${baseUrl}${path}`, posts);

const withCover = {
  ...typedForm('fax'),
  'cover.to': 'Dr. Ada King',
  'cover.from': 'Grace Hopper',
  'cover.subject': 'Test results',
  'cover.note': 'Dear Ada,\nThe engine works.',
};

const wordFile = Buffer.from('PK\x03\x04 word/document.xml', 'latin1');

/** The pages that do not belong to an order. */
const others: readonly PageState[] = [
  at('bank account, form', '/bank-accounts/new'),
  at('bank account, form with a problem', '/bank-accounts/new', () =>
    formOf({ ...account, routing_number: '021000022' }),
  ),
  at('bank account, registered', '/bank-accounts/new', () => formOf(account)),
  at('bank account, removal', '/bank-accounts/remove'),
  at('bank account, removal of an unknown one', '/bank-accounts/remove', () =>
    formOf({ bank_account_id: `bank_${'0'.repeat(26)}` }),
  ),
  at('bank account, remove?', '/bank-accounts/remove', async (service) =>
    formOf({ bank_account_id: await accountFor(service, 'to look at') }),
  ),
  at('bank account, removed', '/bank-accounts/remove', async (service) =>
    formOf({ bank_account_id: await accountFor(service, 'to remove'), confirmed: 'yes' }),
  ),
  state('upload, attach a file', async (service) => (await service.make('/uploads', {})).page_url),
  state('upload, attached', async (service) => `${(await service.make('/uploads', {})).page_url}?etag=sent`),
  state('upload, already quoted', async (service) => {
    const { pdf_url, page_url } = await uploaded(service, await pdfOf(1));
    await service.quote({ pdf_url });
    return page_url;
  }),
  at('order form, choice', '/new'),
  ...productNames.flatMap((product): PageState[] => [
    at(`order form, ${product}`, `/new/${product}`),
    at(`order form, ${product} with problems`, `/new/${product}`, () =>
      formOf({ ...typedForm(product), ...mistakes[product] }),
    ),
  ]),
  ...(
    [
      ['a file', () => pdfOf(2)],
      ['a Word file', async () => wordFile],
      ['a file in A4', () => pdfOf(1, [595.28, 841.89])],
    ] as const
  ).map(([words, file]) =>
    state(`order form, letter from ${words}`, async (service) => {
      const { upload_id } = await uploaded(service, await file());
      return `${service.baseUrl}/new/letter?upload=${upload_id}`;
    }),
  ),
  at('order form, fax with a cover sheet', '/new/fax', () => formOf({ ...withCover, step: 'edit' })),
  at('order form, preview of a fax with a cover sheet', '/new/fax', () => formOf(withCover)),
  at('upload, for a letter', '/new/letter', () => formOf({ ...typedForm('letter'), step: 'upload' })),
  state('letter, whose document is deleted', async (service) => {
    const to = { ...ada, addressLine1: '1 TEST MAILED ST' };
    const job = await paid(service, service.order({ to }));
    await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
    await service.remove(`/jobs/${job.job_id}/document`);
    return `${job.pay_url}/text`;
  }),
  ...(['letter', 'fax'] as const).map((product) =>
    at(`order form, preview of a ${product}`, `/new/${product}`, () => formOf(typedForm(product))),
  ),
  ...(['CORRECTED', 'UNIT'] as const).map((name) =>
    at(`order form, preview with the address 1 TEST ${name} ST`, '/new/letter', () =>
      formOf({ ...typedForm('letter'), 'to.addressLine1': `1 TEST ${name} ST` }),
    ),
  ),
  state('checkout, open', async (service) => (await service.order()).checkout_url),
  ...Object.entries({ declined: 'decline', paid: 'pay', expired: 'expire' }).map(([name, action]) =>
    state(
      `checkout, ${name}`,
      async (service) => (await service.order()).checkout_url,
      () => formOf({ action }),
    ),
  ),
  at('verify', '/verify'),
  at('verify, a genuine receipt', '/verify', async (service) =>
    formWithFiles({ receipt: (await paidReceipt(service)).signature }),
  ),
  at('verify, a forged receipt', '/verify', async (service) => {
    const { signature } = await paidReceipt(service);
    return formWithFiles({ receipt: `${signature.slice(0, -20)}${'A'.repeat(20)}` });
  }),
  state('stop e-mails?', stopPageOf),
  state('e-mails stopped', stopPageOf, () => new URLSearchParams()),
  state('home', async ({ origin }) => `${origin}/`),
  at('docs', '/docs'),
  at('docs, operations', '/docs/letters'),
  at('docs, errors', '/docs/errors#rate_limited'),
  at('docs, rules', '/docs/contract'),
  at('not found', `/pay/pay_${'0'.repeat(26)}`),
  state('mailbox', async ({ origin }) => `${origin}/_mailbox`),
];

export const pageStates: readonly PageState[] = [...lives, ...variants, ...others];
