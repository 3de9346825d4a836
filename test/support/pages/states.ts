/** Every page in every state of every product, as addresses of a running service. Pictures and journeys share the list. */
import { ops } from '../../../lib/operator/ops.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { catalogue, type Mood, stepsWith } from '../e2e/catalogue.ts';
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
  ...{ SIMULATED_READY_SECONDS: '3600', RETRY_BASE_SECONDS: '60', WEBHOOK_WAIT_MS: '500', REQUEST_LIMITS: 'off' },
};

/** The operator that all pictures and journeys show. */
export const shownOperator = {
  ...{ SERVICE_NAME: 'Acme Letters', SUPPORT_CONTACT: 'help@example.com', TERMS_URL: 'https://acme.example/terms' },
  ...{ PRIVACY_URL: 'https://acme.example/privacy', REFUND_POLICY_URL: 'https://acme.example/refunds' },
  ...{ POSTAL_ADDRESS: '1 Example Way, Springfield IL 62701', TAX_REGISTRATION: '123456789 RT0001' },
};

const payPage = ({ pay_url }: Json): string => pay_url;
const posted = (service: Service, url: string, action: string) =>
  service.post(url, `action=${action}`, { 'content-type': 'application/x-www-form-urlencoded' });
const operated = ({ dataDir }: Service, ...words: string[]) =>
  ops({ words: [...words, '--local'], environment: { DATA_DIR: dataDir }, print: () => {} });

/** The states of one order of each product. */
const lives: readonly PageState[] = catalogue.flatMap((item) => {
  const paidIn = (mood?: Mood) => (service: Service) => stepsWith(service, item).paid(mood);
  const ordered = (service: Service) => stepsWith(service, item).order();
  const state = (name: string, make: (service: Service) => Promise<Json>): PageState => ({
    name: `${item.product}, ${name}`,
    open: async (service) => payPage(await make(service)),
  });
  const stopped = (make: (service: Service) => Promise<Json>) => async (service: Service) => {
    const job = await make(service);
    await service.cancel(job.job_id);
    return job;
  };
  const comingBack = async (service: Service) => {
    const job = await paidIn('mailed')(service);
    await service.post(`${service.origin}/_mailbox/${job.job_id}`, { action: 'return' });
    return job;
  };
  const isOnPaper = item.product !== 'fax';
  return [
    state('to pay', ordered),
    state('waiting for the partner', paidIn('down')),
    state('with the partner', paidIn()),
    ...(isOnPaper
      ? [
          state('being printed', paidIn('printing')),
          state('mailed', paidIn('mailed')),
          state('coming back', comingBack),
        ]
      : []),
    state('refused by the partner', paidIn('reject')),
    ...(item.product === 'check'
      ? []
      : [
          {
            name: `${item.product}, sent again`,
            open: async (service: Service) =>
              `${service.baseUrl}/new/${item.product}?from_job=${payPage(await paidIn('reject')(service))
                .split('/')
                .at(-1)}`,
          },
        ]),
    state('cancelled before paying', stopped(ordered)),
    state('cancelled and refunded', stopped(isOnPaper ? paidIn() : paidIn('down'))),
    {
      name: `${item.product}, paid and not confirmed`,
      async open(service) {
        const job = await ordered(service);
        await service.post(`${service.origin}/_mailbox/${job.job_id}`, { action: 'hold_event' });
        await posted(service, job.checkout_url, 'pay');
        return `${payPage(job)}/paid`;
      },
    },
    { name: `${item.product}, back before paying`, open: async (service) => `${payPage(await ordered(service))}/paid` },
    {
      name: `${item.product}, cancel?`,
      open: async (service) => `${payPage(await (isOnPaper ? paidIn() : paidIn('down'))(service))}/cancel`,
    },
    {
      name: `${item.product}, cancel what is not paid`,
      open: async (service) => `${payPage(await ordered(service))}/cancel`,
    },
    state('expired', async (service) => {
      const job = await ordered(service);
      await posted(service, job.checkout_url, 'expire');
      return job;
    }),
    { name: `${item.product}, receipt`, open: async (service) => `${payPage(await paidIn()(service))}/receipt` },
    {
      name: `${item.product}, receipt of what was cancelled`,
      open: async (service) => `${payPage(await stopped(isOnPaper ? paidIn() : paidIn('down'))(service))}/receipt`,
    },
    state('needs_review', async (service) => {
      const job = await paidIn('down')(service);
      await operated(service, 'park', job.job_id, 'other');
      return job;
    }),
  ];
});

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `Line ${at + 1}`).join('\n');
/** A page holds 43 lines, the first of a letter 28. */
const longLetter = lines(28 + 21 * 43);
const longFax = lines(200 * 43);

const canadian = { name: 'Marie Tremblay', addressLine1: '12 rue Exemple', ...inToronto };

/** Orders that look different from the plain ones. */
const variants: readonly PageState[] = [
  {
    name: 'letter, of 22 pages',
    open: async (service) => payPage(await service.order({ quote: { text: longLetter } })),
  },
  { name: 'letter, read as text', open: async (service) => `${payPage(await service.order())}/text` },
  {
    name: 'letter, in color and registered',
    open: async (service) => payPage(await service.order({ quote: { color: true, registered: true } })),
  },
  {
    name: 'letter, registered and mailed',
    async open(service) {
      const to = { ...ada, addressLine1: '1 TEST MAILED ST' };
      const job = await service.order({ to, quote: { registered: true } });
      await service.pay(job.checkout_url);
      return payPage(job);
    },
  },
  {
    name: 'letter, to Canada with tax',
    open: async (service) => payPage(await service.order({ to: canadian, quote: { country: 'CA' } })),
  },
  {
    name: 'letter, with warnings',
    open: async (service) => payPage(await service.order({ to: { postalOrZip: '1220' }, quote: { text: lines(28) } })),
  },
  {
    name: 'letter, with a corrected address',
    open: async (service) => payPage(await service.order({ to: { addressLine1: '1 TEST CORRECTED ST' } })),
  },
  {
    name: 'letter, to an address where mail may come back',
    open: async (service) => payPage(await service.order({ to: { addressLine1: '1 TEST UNIT ST' } })),
  },
  {
    name: 'letter, paid, with e-mails to its payer',
    async open(service) {
      const job = await service.order();
      const token = /id="pay"[^>]*><input[^>]*value="(\w+)"/.exec((await service.get(job.pay_url)).text)?.[1] ?? '';
      const body = new URLSearchParams({ token, step: 'pay', emails: 'yes' });
      await fetch(`${job.pay_url}/emails`, { method: 'POST', redirect: 'manual', body });
      await service.pay(job.checkout_url);
      return payPage(job);
    },
  },
  {
    name: 'check, with a message',
    open: async (service) =>
      payPage(
        await orderCheck(service, await registered(service, { ...usBank, nickname: 'Office rent' }), {
          ...{ memo: 'Rent, December', message: '<h1>Rent</h1><p>With thanks for a warm house.</p>' },
        }),
      ),
  },
  {
    name: 'fax, to Canada with tax',
    open: async (service) => payPage(await orderFax(service, { to_number: '+14165550123' }, { country: 'CA' })),
  },
  {
    name: 'check, receipt',
    async open(service) {
      const job = await orderCheck(service, await registered(service, usBank));
      await service.pay(job.checkout_url);
      return `${payPage(job)}/receipt`;
    },
  },
  {
    name: 'fax, of 200 pages',
    open: async (service) => payPage(await orderFax(service, { text: longFax }, { text: longFax })),
  },
];

/** A certified letter that has left, after these acts of its carrier. */
async function carried(service: Service, ...acts: readonly string[]): Promise<Json> {
  const job = await service.order({ quote: { registered: true } });
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  for (const action of ['mail', ...acts]) await service.post(`${service.origin}/_mailbox/${job.job_id}`, { action });
  return job;
}

const sevenPages = lines(28 + 5 * 43 + 20);

/** A letter after it was mailed, with scans and unusual notes. */
const proofs: readonly PageState[] = [
  { name: 'letter, scanned by its carrier', open: async (service) => payPage(await carried(service, 'scan', 'scan')) },
  { name: 'letter, nobody at home', open: async (service) => payPage(await carried(service, 'nobody_home')) },
  { name: 'letter, delivered', open: async (service) => payPage(await carried(service, 'scan', 'deliver')) },
  {
    name: 'letter, receipt with scans',
    open: async (service) => `${payPage(await carried(service, 'scan', 'deliver'))}/receipt`,
  },
  {
    name: 'letter, in a flat envelope',
    open: async (service) => payPage(await service.order({ quote: { text: sevenPages } })),
  },
];

const account = {
  ...{ nickname: 'Office rent', country: 'US', account_holder_name: 'Grace Hopper', bank_name: 'First Example Bank' },
  ...{ routing_number: '021000021', account_number: '73519284605', account_type: 'chequing' },
  authorized: 'yes',
};

/** One for each purpose and service: ten registrations an hour are taken from one network. */
const accounts = new WeakMap<Service, Map<string, Promise<string>>>();

function accountFor(service: Service, purpose: string): Promise<string> {
  const stored = accounts.get(service) ?? new Map<string, Promise<string>>();
  const account = stored.get(purpose) ?? registered(service);
  accounts.set(service, stored.set(purpose, account));
  return account;
}

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
const at = (name: string, path: string, posts?: PageState['posts']): PageState => ({
  name,
  open: async ({ baseUrl }) => `${baseUrl}${path}`,
  ...(posts && { posts }),
});

const withCover = {
  ...typedForm('fax'),
  ...{ 'cover.to': 'Dr. Ada King', 'cover.from': 'Grace Hopper', 'cover.subject': 'Test results' },
  'cover.note': 'Dear Ada,\nthe engine works.',
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
  { name: 'upload, attach a file', open: async (service) => (await service.make('/uploads', {})).page_url },
  { name: 'upload, attached', open: async (service) => `${(await service.make('/uploads', {})).page_url}?etag=sent` },
  {
    name: 'upload, already quoted',
    async open(service) {
      const { pdf_url, page_url } = await uploaded(service, await pdfOf(1));
      await service.quote({ pdf_url });
      return page_url;
    },
  },
  at('order form, choice', '/new'),
  ...productNames.flatMap((product): PageState[] => [
    at(`order form, ${product}`, `/new/${product}`),
    at(`order form, ${product} with problems`, `/new/${product}`, () =>
      formOf({ ...typedForm(product), ...mistakes[product] }),
    ),
  ]),
  at('order form, letter with nothing but problems', '/new/letter', () =>
    formOf({ send_on: '2020-01-01', email: 'ada@example', 'to.postalOrZip': '?' }),
  ),
  at('order form, preview of a letter in a flat envelope', '/new/letter', () =>
    formOf({ ...typedForm('letter'), text: sevenPages }),
  ),
  {
    name: 'order form, letter from a file',
    open: async (service) =>
      `${service.baseUrl}/new/letter?upload=${(await uploaded(service, await pdfOf(2))).upload_id}`,
  },
  {
    name: 'order form, letter from a Word file',
    open: async (service) => `${service.baseUrl}/new/letter?upload=${(await uploaded(service, wordFile)).upload_id}`,
  },
  {
    name: 'order form, letter from a file in A4',
    open: async (service) =>
      `${service.baseUrl}/new/letter?upload=${(await uploaded(service, await pdfOf(1, [595.28, 841.89]))).upload_id}`,
  },
  at('order form, fax with a cover sheet', '/new/fax', () => formOf({ ...withCover, step: 'edit' })),
  at('order form, preview of a fax with a cover sheet', '/new/fax', () => formOf(withCover)),
  at('upload, for a letter', '/new/letter', () => formOf({ ...typedForm('letter'), step: 'upload' })),
  {
    name: 'letter, whose document is deleted',
    async open(service) {
      const to = { ...ada, addressLine1: '1 TEST MAILED ST' };
      const job = await paid(service, service.order({ to }));
      await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
      await fetch(`${service.baseUrl}/jobs/${job.job_id}/document`, { method: 'DELETE' });
      return `${payPage(job)}/text`;
    },
  },
  ...(['letter', 'fax'] as const).map((product) =>
    at(`order form, preview of a ${product}`, `/new/${product}`, () => formOf(typedForm(product))),
  ),
  ...(['CORRECTED', 'UNIT'] as const).map((name) =>
    at(`order form, preview with the address 1 TEST ${name} ST`, '/new/letter', () =>
      formOf({ ...typedForm('letter'), 'to.addressLine1': `1 TEST ${name} ST` }),
    ),
  ),
  { name: 'checkout, open', open: async (service) => (await service.order()).checkout_url },
  ...Object.entries({ declined: 'decline', paid: 'pay', expired: 'expire' }).map(
    ([name, action]): PageState => ({
      name: `checkout, ${name}`,
      open: async (service) => (await service.order()).checkout_url,
      posts: () => formOf({ action }),
    }),
  ),
  at('verify', '/verify'),
  at('verify, a genuine receipt', '/verify', async (service) =>
    formWithFiles({ receipt: (await paidReceipt(service)).signature }),
  ),
  at('verify, a forged receipt', '/verify', async (service) => {
    const { signature } = await paidReceipt(service);
    return formWithFiles({ receipt: `${signature.slice(0, -20)}${'A'.repeat(20)}` });
  }),
  { name: 'stop e-mails?', open: stopPageOf },
  { name: 'e-mails stopped', open: stopPageOf, posts: () => new URLSearchParams() },
  { name: 'home', open: async ({ origin }) => `${origin}/` },
  at('docs', '/docs'),
  at('docs, operations', '/docs/letters'),
  at('docs, errors', '/docs/errors#rate_limited'),
  at('docs, rules', '/docs/contract'),
  at('not found', `/pay/pay_${'0'.repeat(26)}`),
  { name: 'mailbox', open: async ({ origin }) => `${origin}/_mailbox` },
];

export const pageStates: readonly PageState[] = [...lives, ...variants, ...proofs, ...others];
