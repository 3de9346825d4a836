/** Every page in every state of every product, as URLs of a running service. Screenshots and browser tests share the list. */
import { runOps } from '../../../lib/operator/ops.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { ada, inToronto, type Json, letterOf, until } from '../e2e/client.ts';
import { orderCheck, orderFax, paid, receiptOf, registerAccount, usBank } from '../e2e/desk.ts';
import { pdfOf } from '../e2e/pdf-server.ts';
import type { Service } from '../e2e/service.ts';
import { uploaded } from '../e2e/uploads.ts';
import { typedForm } from './typed.ts';

/** A form without files, or a multipart form. */
export type Form = URLSearchParams | FormData;

export interface PageState {
  /** Such as `letter, paid`. Also the name of the screenshot. */
  readonly name: string;
  /** Creates what the page shows, and returns the page's URL. */
  open(service: Service): Promise<string>;
  /** The form to post, if the page is the response to one. */
  posts?(service: Service): Form | Promise<Form>;
}

/** Keeps orders at the partner for an hour, unless a test trigger says otherwise. */
export const settingsForPages = {
  SIMULATED_READY_SECONDS: '3600',
  RETRY_BASE_SECONDS: '60',
  WEBHOOK_WAIT_MS: '500',
  REQUEST_LIMITS: 'off',
};

/** The operator on all screenshots and in all browser tests. */
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

type MakeJob = (service: Service) => Promise<Json>;

/** The page of an order, or a page below it. */
const orderPage = (name: string, make: MakeJob, path = ''): PageState =>
  state(name, async (service) => `${(await make(service)).pay_url}${path}`);

/** An order after a further step. */
const after =
  (make: MakeJob, act: (service: Service, job: Json) => Promise<unknown>): MakeJob =>
  async (service) => {
    const job = await make(service);
    await act(service, job);
    return job;
  };

/** Presses a button in the mailbox. */
const inMailbox =
  (action: string) =>
  (service: Service, { job_id }: Json) =>
    service.post(`${service.origin}/_mailbox/${job_id}`, { action });
/** Presses a button on the test payment page. */
const checkedOut =
  (action: string) =>
  (service: Service, { checkout_url }: Json) =>
    service.post(checkout_url, `action=${action}`, { 'content-type': 'application/x-www-form-urlencoded' });

/** Bank account ids. There is one for each service and purpose, because an IP address may register only ten an hour. */
const accounts = new WeakMap<Service, Map<string, Promise<string>>>();

function accountFor(service: Service, purpose: string): Promise<string> {
  const stored = accounts.get(service) ?? new Map<string, Promise<string>>();
  const account = stored.get(purpose) ?? registerAccount(service);
  accounts.set(service, stored.set(purpose, account));
  return account;
}

/** The simulated partner's behavior with an order: docs/configuration.md, "Test triggers". */
type PartnerBehavior = 'reject' | 'down' | 'printing' | 'mailed';

const addressFor = (behavior: PartnerBehavior) => ({
  to: { ...ada, addressLine1: `1 TEST ${behavior.toUpperCase()} ST` },
});
const faxNumbers: Partial<Record<PartnerBehavior, string>> = { reject: '+12125550101', down: '+12125550103' };

/** Orders each product, with a trigger for the partner's behavior if it is given. */
const placeOrder: Readonly<Record<ProductName, (service: Service, behavior?: PartnerBehavior) => Promise<Json>>> = {
  letter: (service, behavior) => service.order(behavior && addressFor(behavior)),
  check: async (service, behavior) =>
    orderCheck(service, await accountFor(service, 'to draw on'), behavior ? addressFor(behavior) : {}),
  fax: (service, behavior) => orderFax(service, behavior ? { to_number: faxNumbers[behavior] } : {}),
};

/** The states of an order, for each product. */
const orderStates: readonly PageState[] = productNames.flatMap((product) => {
  const paidIn = (behavior?: PartnerBehavior) => (service: Service) =>
    paid(service, placeOrder[product](service, behavior));
  const ordered = (service: Service) => placeOrder[product](service);
  const page = (name: string, make: MakeJob, path?: string) => orderPage(`${product}, ${name}`, make, path);
  const cancelled = (make: MakeJob) => after(make, (service, { job_id }) => service.cancel(job_id));
  const park = ({ dataDir }: Service, { job_id }: Json) =>
    runOps({ args: ['park', job_id, 'other', '--local'], environment: { DATA_DIR: dataDir }, print: () => {} });
  const isOnPaper = product !== 'fax';
  // A fax is sent at once, so it can be canceled only while the partner is down.
  const cancellable = isOnPaper ? paidIn() : paidIn('down');
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
    page('cancelled before paying', cancelled(ordered)),
    page('cancelled and refunded', cancelled(cancellable)),
    page('paid, event still to come', after(after(ordered, inMailbox('hold_event')), checkedOut('pay')), '/paid'),
    page('back before paying', ordered, '/paid'),
    page('cancel?', cancellable, '/cancel'),
    page('cancel what is not paid', ordered, '/cancel'),
    page('expired', after(ordered, checkedOut('expire'))),
    page('receipt', paidIn(), '/receipt'),
    page('receipt of what was cancelled', cancelled(cancellable), '/receipt'),
    page('needs_review', after(paidIn('down'), park)),
  ];
});

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `Line ${at + 1}`).join('\n');
/** The lines that fit on the first page of a letter, and on any other page. */
const [firstPage, nextPage] = [28, 43];
const longLetter = lines(firstPage + 21 * nextPage);
const sevenPages = lines(firstPage + 5 * nextPage + 20);
const longFax = lines(200 * nextPage);

const canadian = { name: 'Marie Tremblay', addressLine1: '12 rue Exemple', ...inToronto };

const order =
  (...request: Parameters<Service['order']>) =>
  (service: Service) =>
    service.order(...request);
const paidOrder = (...request: Parameters<Service['order']>) =>
  after(order(...request), (service, { checkout_url }) => service.pay(checkout_url));

/** Checks the box for emails on the pay page. */
const askForEmails = async (service: Service, { pay_url }: Json) => {
  const token = /id="pay"[^>]*><input[^>]*value="(\w+)"/.exec((await service.get(pay_url)).text)?.[1] ?? '';
  const body = new URLSearchParams({ token, step: 'pay', emails: 'yes' });
  await fetch(`${pay_url}/emails`, { method: 'POST', redirect: 'manual', body });
};

/** A mailed certified letter after these carrier events. */
const certifiedLetter = (...events: readonly string[]) =>
  after(paidOrder({ quote: { registered: true } }), async (service, job) => {
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    for (const action of ['mail', ...events]) await inMailbox(action)(service, job);
  });

const message = '<h1>Rent</h1><p>With thanks for a warm house.</p>';

/** Orders with options or warnings, and letters after they were mailed. */
const orderVariants: readonly PageState[] = [
  orderPage('letter, of 22 pages', order({ quote: { text: longLetter } })),
  orderPage('letter, read as text', order(), '/text'),
  orderPage('letter, to Canada with tax', order({ to: canadian, quote: { country: 'CA' } })),
  orderPage('letter, with warnings', order({ to: { postalOrZip: '1220' }, quote: { text: lines(firstPage) } })),
  orderPage('letter, with a corrected address', order({ to: { addressLine1: '1 TEST CORRECTED ST' } })),
  orderPage('letter, to an address where mail may come back', order({ to: { addressLine1: '1 TEST UNIT ST' } })),
  orderPage(
    'letter, paid, with emails to its payer',
    after(after(order(), askForEmails), (service, { checkout_url }) => service.pay(checkout_url)),
  ),
  orderPage('check, with a message', async (service) => {
    const account = await registerAccount(service, { ...usBank, nickname: 'Office rent' });
    return orderCheck(service, account, { memo: 'Rent, December', message });
  }),
  orderPage('fax, to Canada with tax', (service) =>
    orderFax(service, { to_number: '+14165550123' }, { country: 'CA' }),
  ),
  orderPage('fax, of 200 pages', (service) => orderFax(service, { text: longFax }, { text: longFax })),
  orderPage('letter, scanned by its carrier', certifiedLetter('scan', 'scan')),
  orderPage('letter, no one at home', certifiedLetter('nobody_home')),
  orderPage('letter, receipt with scans', certifiedLetter('scan', 'deliver'), '/receipt'),
  orderPage('letter, in a flat envelope', order({ quote: { text: sevenPages } })),
];

const account = { ...usBank, nickname: 'Office rent', account_type: 'chequing', authorized: 'yes' };

const formOf = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields);

function multipartForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const paidReceipt = async (service: Service) => receiptOf(service, await paid(service, service.order()));

let emailAddresses = 0;

/** The unsubscribe page of an email to a new address. */
async function stopPageOf(service: Service): Promise<string> {
  emailAddresses += 1;
  const { quote_id } = await service.quote();
  const request = { ...letterOf(quote_id), notify: { email: `reader-${emailAddresses}-${Date.now()}@example.com` } };
  const { job_id, checkout_url } = await service.make('/jobs', request);
  await service.pay(checkout_url);
  const mailboxEntry = () => service.get(`${service.origin}/_mailbox/${job_id}`, { accept: 'application/json' });
  const { body } = await until(mailboxEntry, ({ body: job }) => job.emails?.length > 0);
  return body.emails[0].stop_url;
}

/** Mistakes in the order form of each product. */
const mistakes: Readonly<Record<ProductName, Readonly<Record<string, string>>>> = {
  letter: { 'to.city': '', 'from.countryCode': '', email: 'ada@example' },
  fax: { to_number: '902 555 0123' },
  check: { amount: 'much', bank_account: '73519284605' },
};

/** A page at a fixed path below `/v1`, or the response to a form posted there. */
const pageAt = (name: string, path: string, posts?: PageState['posts']): PageState =>
  state(name, async ({ baseUrl }) => `${baseUrl}${path}`, posts);

const withCover = {
  ...typedForm('fax'),
  'cover.to': 'Dr. Ada King',
  'cover.from': 'Grace Hopper',
  'cover.subject': 'Test results',
  'cover.note': 'Dear Ada,\nThe engine works.',
};

const wordFile = Buffer.from('PK\x03\x04 word/document.xml', 'latin1');

/** The pages that don't belong to an order. */
const otherStates: readonly PageState[] = [
  pageAt('bank account, form', '/bank-accounts/new'),
  pageAt('bank account, form with a problem', '/bank-accounts/new', () =>
    formOf({ ...account, routing_number: '021000022' }),
  ),
  pageAt('bank account, registered', '/bank-accounts/new', () => formOf(account)),
  pageAt('bank account, removal', '/bank-accounts/remove'),
  pageAt('bank account, removal of an unknown one', '/bank-accounts/remove', () =>
    formOf({ bank_account_id: `bank_${'0'.repeat(26)}` }),
  ),
  pageAt('bank account, remove?', '/bank-accounts/remove', async (service) =>
    formOf({ bank_account_id: await accountFor(service, 'to look at') }),
  ),
  pageAt('bank account, removed', '/bank-accounts/remove', async (service) =>
    formOf({ bank_account_id: await accountFor(service, 'to remove'), confirmed: 'yes' }),
  ),
  state('upload, attach a file', async (service) => (await service.make('/uploads', {})).page_url),
  state('upload, attached', async (service) => `${(await service.make('/uploads', {})).page_url}?etag=sent`),
  state('upload, already quoted', async (service) => {
    const { pdf_url, page_url } = await uploaded(service, await pdfOf(1));
    await service.quote({ pdf_url });
    return page_url;
  }),
  pageAt('order form, choice', '/new'),
  ...productNames.flatMap((product): PageState[] => [
    pageAt(`order form, ${product}`, `/new/${product}`),
    pageAt(`order form, ${product} with problems`, `/new/${product}`, () =>
      formOf({ ...typedForm(product), ...mistakes[product] }),
    ),
  ]),
  ...(
    [
      ['a file', () => pdfOf(2)],
      ['a Word file', async () => wordFile],
      ['a file in A4', () => pdfOf(1, [595.28, 841.89])],
    ] as const
  ).map(([description, file]) =>
    state(`order form, letter from ${description}`, async (service) => {
      const { upload_id } = await uploaded(service, await file());
      return `${service.baseUrl}/new/letter?upload=${upload_id}`;
    }),
  ),
  pageAt('order form, fax with a cover sheet', '/new/fax', () => formOf({ ...withCover, step: 'edit' })),
  pageAt('order form, preview of a fax with a cover sheet', '/new/fax', () => formOf(withCover)),
  pageAt('upload, for a letter', '/new/letter', () => formOf({ ...typedForm('letter'), step: 'upload' })),
  state('letter, whose document is deleted', async (service) => {
    const to = { ...ada, addressLine1: '1 TEST MAILED ST' };
    const job = await paid(service, service.order({ to }));
    await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
    await service.remove(`/jobs/${job.job_id}/document`);
    return `${job.pay_url}/text`;
  }),
  ...(['letter', 'fax'] as const).map((product) =>
    pageAt(`order form, preview of a ${product}`, `/new/${product}`, () => formOf(typedForm(product))),
  ),
  ...(['CORRECTED', 'UNIT'] as const).map((name) =>
    pageAt(`order form, preview with the address 1 TEST ${name} ST`, '/new/letter', () =>
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
  pageAt('verify', '/verify'),
  pageAt('verify, a genuine receipt', '/verify', async (service) =>
    multipartForm({ receipt: (await paidReceipt(service)).signature }),
  ),
  pageAt('verify, a forged receipt', '/verify', async (service) => {
    const { signature } = await paidReceipt(service);
    return multipartForm({ receipt: `${signature.slice(0, -20)}${'A'.repeat(20)}` });
  }),
  state('stop emails?', stopPageOf),
  state('emails stopped', stopPageOf, () => new URLSearchParams()),
  state('home', async ({ origin }) => `${origin}/`),
  pageAt('docs', '/docs'),
  pageAt('docs, operations', '/docs/letters'),
  pageAt('docs, errors', '/docs/errors#rate_limited'),
  pageAt('docs, rules', '/docs/contract'),
  pageAt('not found', `/pay/pay_${'0'.repeat(26)}`),
  state('mailbox', async ({ origin }) => `${origin}/_mailbox`),
];

export const pageStates: readonly PageState[] = [...orderStates, ...orderVariants, ...otherStates];
