/** The whole service in memory: the real use cases, the mock payment provider and the simulated partner, on a wound clock. */

import { simulatedAddresses } from '../../../shared/adapters/addresses/simulated.ts';
import { type SimulatedEmail, simulatedMailer } from '../../../shared/adapters/email/simulated.ts';
import { simulatedProduct } from '../../../shared/adapters/partners/simulated/products.ts';
import {
  type SimulatedKey,
  type SimulatedOrder,
  simulatedPartner,
} from '../../../shared/adapters/partners/simulated/simulated.ts';
import { simulatedVault } from '../../../shared/adapters/partners/simulated/vault.ts';
import { type MockSession, mockPayments, movement } from '../../../shared/adapters/payments/mock.ts';
import { mockEvent } from '../../../shared/adapters/payments/mock-event.ts';
import { stripeEvent } from '../../../shared/adapters/payments/stripe/event.ts';
import type { BankAccount } from '../../../shared/core/bank-account.ts';
import { hmacHex, sha256Hex } from '../../../shared/core/digest.ts';
import type { Upload } from '../../../shared/core/given/upload.ts';
import { firstCell, newId } from '../../../shared/core/ids.ts';
import type { MetricName } from '../../../shared/core/metrics.ts';
import type { TestTrigger } from '../../../shared/core/product.ts';
import { type ProductName, productNames } from '../../../shared/core/product-names.ts';
import type { Quote } from '../../../shared/core/quote.ts';
import { emailWriter } from '../../../shared/doors/write-email.ts';
import { advance } from '../../../shared/fulfilment/advance.ts';
import { reconcile } from '../../../shared/fulfilment/reconcile.ts';
import { drain } from '../../../shared/notifications/drain.ts';
import { tellEmail } from '../../../shared/notifications/tell-email.ts';
import { tellWebhook } from '../../../shared/notifications/tell-webhook.ts';
import type { AuditNote, AuditRun, DrillNote } from '../../../shared/ports/audits.ts';
import type { Random } from '../../../shared/ports/clock.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import type { SelfCheck } from '../../../shared/ports/health.ts';
import type { Log, LogFields } from '../../../shared/ports/log.ts';
import type { Endpoint, SilencedAddress } from '../../../shared/ports/notifications.ts';
import type { Partner } from '../../../shared/ports/partner.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { Renderer } from '../../../shared/ports/renderer.ts';
import type { CheckCounter, Collection, SerialLock, SharedAnswer, UsedKey } from '../../../shared/ports/table.ts';
import { docsOf } from '../../../shared/products/docs.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { receivePaymentEvent } from '../../../shared/usecases/events/receive-payment-event.ts';
import { createJob } from '../../../shared/usecases/jobs/create-job.ts';
import { quote } from '../../../shared/usecases/quote/quote.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import { WoundClock } from './clock.ts';
import {
  datedCollection,
  memoryCollection,
  memoryCounters,
  memoryDocuments,
  memoryJobs,
  memoryOutboxes,
  queueBy,
} from './memory.ts';
import { type MemoryReceivers, memoryReceivers } from './receivers.ts';

/** One of something for each product of the catalogue. */
export const forEachProduct = <T>(make: (product: ProductName) => T): Record<ProductName, T> =>
  Object.fromEntries(productNames.map((product) => [product, make(product)])) as Record<ProductName, T>;

/** Ids that differ and repeat from run to run. */
function countedRandom(): Random {
  let count = 0n;
  const bytes = () => {
    count += 1n;
    return Uint8Array.from({ length: 16 }, (_, at) => Number((count >> BigInt(8 * (15 - at))) & 255n));
  };
  return { id: (prefix) => newId(prefix, firstCell, bytes()), fraction: () => 0.5 };
}

/** A page for each form feed, and no font that could refuse anything. */
function countingRenderer(documents: ReturnType<typeof memoryDocuments>): Renderer {
  const pagesOf = (text: string) => text.split('\f').length;
  const pdfOf = (text: string) => new TextEncoder().encode(`%PDF-fake\n${text}`);
  const marked = (text: string, marks?: object) => (marks === undefined ? text : `${text}\n${JSON.stringify(marks)}`);
  const ok = { ok: true, warnings: [] } as const;
  return {
    measureText: async (text) => ({ ...ok, pages: pagesOf(text), layoutVersion: 'fake-1' }),
    writeText: async (text, _layout, _title, marks) => {
      const pdf = pdfOf(marked(text, marks));
      return { ...ok, pages: pagesOf(text), layoutVersion: 'fake-1', pdf };
    },
    printMarkup: async ({ value }, _layout, key, _network, marks) => {
      const pdf = pdfOf(marked(value, marks));
      documents.files.set(key, pdf);
      return { ...ok, pages: pagesOf(value), sha256: sha256Hex(pdf) };
    },
    preparePicture: async (bytes) => ({
      ...ok,
      picture: { kind: 'image', png: Buffer.from(bytes).toString('base64'), widthPt: 72, heightPt: 36 },
    }),
    prepareName: async (typed) => ({
      ...ok,
      name: { kind: 'typed', typed, face: 'script', fontSizePt: 26, widthPt: 72, heightPt: 36 },
    }),
    cleanMessage: async (html) => ({ ...ok, html: html.replaceAll(/<\/?script>/g, '') }),
    fetchPdf: async (url) => ({ ...ok, pdf: pdfOf(url), validators: {} }),
    fetchPdfAgain: async (url) => ({ ...ok, pdf: pdfOf(url) }),
    inspectPdf: async () => ({ ...ok, pages: 1 }),
    openFile: async (bytes) => ({ ...ok, pdf: bytes, pages: 1 }),
    emptyPage: async () => pdfOf('an empty page'),
    joinPdfs: async (parts) => ({
      ...ok,
      pdf: pdfOf(parts.map(({ pdf }) => Buffer.from(pdf).toString()).join('\f')),
      pages: parts.reduce((sum, { pages }) => sum + pages, 0),
    }),
    preview: async (pdf, page) => new TextEncoder().encode(`picture of page ${page} of ${pdf.length} bytes`),
  };
}

/** Every part of it works. */
const wellSelf = (): SelfCheck => ({
  settings: async () => [],
  count: memoryCounters().add,
  documents: async () => {},
  queue: async () => {},
});

/** Registered before any test begins. */
export const account = {
  ...{ id: `bank_${'0'.repeat(26)}`, version: 0, createdAt: 0, keepUntil: Number.MAX_SAFE_INTEGER },
  ...{ country: 'US', nickname: 'Operating', partnerId: 'account_1', counterId: 'checks_1' },
} as const satisfies BankAccount;

const { country: _, nickname: __, partnerId: ___, counterId, ...kept } = account;
const counter: CheckCounter = { ...kept, id: counterId, lastNumber: 1_000 };

/** The payments of `deps`, with these changes to the provider in use. */
export const paymentsBut = ({ payments }: MemoryDeps, change: Partial<Payments>): MemoryDeps['payments'] => ({
  ...payments,
  mock: { ...payments.mock, ...change },
});

interface LoggedAlarm {
  readonly message: string;
  readonly fields: LogFields;
}

/** The metric's name, its value, and its label if it has one. */
export type Measured = readonly [name: MetricName, value: number, label?: string];

export interface MemoryDeps extends Deps {
  readonly clock: WoundClock;
  readonly quotes: ReturnType<typeof memoryCollection<Quote>>;
  readonly jobs: ReturnType<typeof memoryJobs>;
  readonly requestCounters: ReturnType<typeof memoryCounters>;
  readonly sharedAnswers: ReturnType<typeof memoryCollection<SharedAnswer>>;
  readonly endpoints: ReturnType<typeof memoryCollection<Endpoint>>;
  readonly audits: ReturnType<typeof memoryCollection<AuditRun>>;
  readonly auditNotes: ReturnType<typeof memoryCollection<AuditNote>>;
  readonly drills: ReturnType<typeof memoryCollection<DrillNote>>;
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly outboxes: ReturnType<typeof memoryOutboxes>;
  readonly receivers: MemoryReceivers;
  readonly partners: Readonly<Record<ProductName, Partner>>;
  readonly orders: Collection<SimulatedOrder> & { all(): SimulatedOrder[] };
  /** The e-mails that would have been sent, oldest first. */
  readonly emails: { all(): SimulatedEmail[] };
  readonly sessions: ReturnType<typeof datedCollection<MockSession>>;
  readonly payments: Deps['payments'] & { readonly mock: ReturnType<typeof mockPayments> };
  readonly alarms: LoggedAlarm[];
  readonly measured: Measured[];
  /** The messages sent to the queue, oldest first. */
  readonly sent: string[];
}

export interface MemoryOptions {
  readonly readyMs?: number;
  /** False while no message reaches a worker. */
  readonly deliver?: () => boolean;
  /** The dependencies of the worker, if it is another process. */
  readonly worker?: () => Deps;
  /** How this worker advances a job, if it is not this version of the code. */
  readonly advances?: () => typeof advance;
  readonly clock?: WoundClock;
}

export function memoryDeps({
  readyMs = 60_000,
  deliver = () => true,
  worker,
  advances = () => advance,
  clock = new WoundClock(),
}: MemoryOptions = {}): MemoryDeps {
  const random = countedRandom();
  const documents = memoryDocuments(() => clock.now());
  const orders = datedCollection<SimulatedOrder>(({ kind, createdAt }) => ({ kind, at: createdAt }));
  const sessions = datedCollection<MockSession>(movement);
  const emails = memoryCollection<SimulatedEmail>();
  const alarms: LoggedAlarm[] = [];
  const sent: string[] = [];
  const measured: Measured[] = [];
  const log: Log = {
    info: () => {},
    alarm: (message, fields = {}) => void alarms.push({ message, fields }),
    measure: (name, value, ...[label]) =>
      void measured.push(label === undefined ? [name, value] : [name, value, label]),
  };
  const tellingQueue = (work: (id: string) => Promise<void>) =>
    queueBy(async (id, delayMs) => {
      if (deliver()) void clock.sleep(delayMs).then(() => work(id).catch(() => {}));
    });
  const simulatedDeps = { clock, orders, keys: memoryCollection<SimulatedKey>(), documents };
  const deps: MemoryDeps = {
    clock,
    random,
    log,
    settings: {
      paymentMode: 'mock',
      paymentProvider: 'mock',
      webhookWaitMs: 5_000,
      retryBaseMs: 2_000,
      publicBaseUrl: undefined,
      requestLimits: undefined,
      addressLookUps: 600,
      operator: {},
      isTest: true,
      sold: productNames,
      sendsEmail: true,
    },
    quotes: memoryCollection<Quote>(),
    uploads: memoryCollection<Upload>(),
    idempotencyKeys: memoryCollection<UsedKey>(),
    jobs: memoryJobs(),
    bankAccounts: memoryCollection<BankAccount>(new Map([[account.id, account]])),
    checkCounters: memoryCollection<CheckCounter>(new Map([[counter.id, counter]])),
    serialLocks: memoryCollection<SerialLock>(),
    requestCounters: memoryCounters(),
    selfCheck: wellSelf(),
    sharedAnswers: memoryCollection<SharedAnswer>(),
    audits: memoryCollection<AuditRun>(),
    auditNotes: memoryCollection<AuditNote>(),
    drills: memoryCollection<DrillNote>(),
    queue: queueBy(async (jobId, delayMs) => {
      sent.push(jobId);
      if (deliver()) void clock.sleep(delayMs).then(() => advances()(worker?.() ?? deps, jobId).catch(() => {}));
    }),
    outboxes: memoryOutboxes(),
    outboxQueues: {
      webhook: tellingQueue((outboxId) => drainWebhooks(worker?.() ?? deps, outboxId)),
      email: tellingQueue((outboxId) => drainEmails(worker?.() ?? deps, outboxId)),
    },
    endpoints: memoryCollection<Endpoint>(),
    silencedAddresses: memoryCollection<SilencedAddress>(),
    receivers: memoryReceivers(),
    eventSigner: {
      headersOf: ({ id, at }) => ({
        'webhook-id': id,
        'webhook-timestamp': `${at}`,
        'webhook-signature': 'v1a,signed',
      }),
      publicKeys: () => [],
    },
    mailer: simulatedMailer({ clock, emails }),
    payments: { mock: mockPayments({ clock, random, sessions }) },
    partners: forEachProduct((product) => simulatedPartner(simulatedProduct(product, random, readyMs), simulatedDeps)),
    primaryNames: forEachProduct(() => 'simulated'),
    backups: {},
    senders: {},
    addresses: simulatedAddresses,
    vault: simulatedVault(() => random.id('account')),
    documents,
    renderer: countingRenderer(documents),
    signer: { sign: async () => 'signed', publicKeys: async () => ({ keys: [] }) },
    fingerprint: (purpose, value) => hmacHex('key', `${purpose} ${value}`),
    orders,
    emails,
    sessions,
    alarms,
    measured,
    sent,
  };
  return deps;
}

/** Tells receivers what is due in an outbox, as the function does. */
export const drainWebhooks = (deps: Deps, outboxId: string): Promise<void> =>
  drain(deps, outboxId, (...given) => tellWebhook(deps, ...given), Number.POSITIVE_INFINITY);

/** Writes to people about what is due in an outbox, as the function does. */
export const drainEmails = (deps: Deps, outboxId: string): Promise<void> =>
  drain(deps, outboxId, (...given) => tellEmail(deps, emailWriter(deps), ...given), Number.POSITIVE_INFINITY);

export const caller = { baseUrl: 'http://127.0.0.1:8787/v1', address: '192.0.2.1' };

export const ada = {
  name: 'Ada Lovelace',
  addressLine1: '12 Analytical Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  countryCode: 'US',
} as const;

export const text = 'Dear Ada,\n\nthe engine works.';

/** The partner's behavior towards an order, by the test triggers of each product. */
export type Mood = TestTrigger | 'none';

/** The bodies that a client sends for a product. */
interface Sample {
  readonly quote: object;
  order(mood: Mood): object;
}

/** The requests that readers are shown, drawn on the account that is registered here; mail is sent from where every partner takes it. */
export const samples: Readonly<Record<ProductName, Sample>> = forEachProduct((product) => {
  const { drawsOn, testTriggers } = productNamed(product);
  const { quote, job } = docsOf[product];
  const shown = job.request[product] as object;
  const order = {
    ...shown,
    ...('from' in shown && { from: ada }),
    ...(drawsOn !== undefined && { [drawsOn]: account.id }),
  };
  return {
    quote: quote.request,
    order: (mood) => {
      const text = mood === 'none' ? undefined : testTriggers.texts[mood];
      return text === undefined ? order : testTriggers.place({ ...order }, text);
    },
  };
});

/** Their schemas are made once. */
const useCases = forEachProduct((product) => {
  let made: { readonly quote: ReturnType<typeof quote>; readonly create: ReturnType<typeof createJob> } | undefined;
  return () => {
    made ??= { quote: quote(productNamed(product)), create: createJob(productNamed(product)) };
    return made;
  };
});

export const quotedAs = async (deps: Deps, product: ProductName, fields: object = {}) =>
  (await ask(useCases[product]().quote, deps, { ...samples[product].quote, ...fields }, caller)).body;

export const orderedAs = (deps: Deps, product: ProductName, request: object) =>
  ask(useCases[product]().create, deps, request, caller);

/** A request for a job of that product, whose partner is in this mood. */
export const requestFor = (product: ProductName, quoteId: unknown, mood: Mood, fields: object = {}) => ({
  quote_id: quoteId,
  [product]: samples[product].order(mood),
  ...fields,
});

/** A new job of that product, waiting for payment. */
export async function placedAs(deps: Deps, product: ProductName, mood: Mood = 'none'): Promise<string> {
  const { quote_id } = await quotedAs(deps, product);
  return (await orderedAs(deps, product, requestFor(product, quote_id, mood))).body.job_id as string;
}

/** The same of an order that names its day, `2026-11-26`. */
export async function placedFor(
  deps: Deps,
  product: ProductName,
  sendOn: unknown,
  mood: Mood = 'none',
): Promise<string> {
  const { quote_id } = await quotedAs(deps, product);
  const order = { ...samples[product].order(mood), send_on: sendOn };
  return (await orderedAs(deps, product, { quote_id, [product]: order })).body.job_id as string;
}

export const quoted = (deps: Deps, fields: object = {}) => quotedAs(deps, 'letter', { text, ...fields });

/** A job request for a letter to Ada; `to` and `fields` change it. */
export const orderFor = (quoteId: unknown, to: object = {}, fields: object = {}) => ({
  quote_id: quoteId,
  letter: { to: { ...ada, ...to }, from: ada, text },
  ...fields,
});

export const ordered = (deps: Deps, request: object) => orderedAs(deps, 'letter', request);

/** A new letter job, waiting for payment. */
export async function placed(deps: Deps, to: object = {}): Promise<string> {
  const { quote_id } = await quoted(deps);
  return (await ordered(deps, orderFor(quote_id, to))).body.job_id as string;
}

/** The payer presses Pay: the session is paid, and the provider's event is returned. */
export async function payingEvent(deps: MemoryDeps, jobId: string, eventId = 'evt_test_1'): Promise<object> {
  const open = deps.sessions.all().find(({ request }) => request.jobId === jobId);
  if (open === undefined) throw new Error(`no session for ${jobId}`);
  const paid = await deps.payments.mock.end(open.id, 'paid');
  return mockEvent(paid ?? open, eventId, deps.clock.now());
}

export const received = (deps: Deps, event: object) =>
  receivePaymentEvent(deps, stripeEvent(JSON.stringify(event), 'mock'));

/** Pays, and delivers the event. */
export const paid = async (deps: MemoryDeps, jobId: string) => received(deps, await payingEvent(deps, jobId));

/** Runs reconcile once a minute for so many minutes. */
export async function reconcileFor(deps: MemoryDeps, minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await reconcile(deps, 60_000);
    await deps.clock.wind(60_000);
  }
}
