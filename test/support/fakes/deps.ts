/** The whole service in memory: the real use cases, the mock payment provider and the simulated partner, with a test clock. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import type { SelfCheck } from '../../../shared/config/self-check.ts';
import type { BankAccount } from '../../../shared/domain/bank-account.ts';
import { hmacHex, newId, sha256Hex } from '../../../shared/domain/ids.ts';
import type { Upload } from '../../../shared/domain/input/upload.ts';
import type { Log, LogFields, MetricName } from '../../../shared/domain/metrics.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import type { Random } from '../../../shared/domain/times.ts';
import { type SimulatedEmail, simulatedMailer } from '../../../shared/notify/adapters/email/sending.ts';
import type { SilencedAddress } from '../../../shared/notify/deps.ts';
import { drain } from '../../../shared/notify/drain.ts';
import { jobListeners } from '../../../shared/notify/listener.ts';
import { sendEmail } from '../../../shared/notify/send-email.ts';
import { sendWebhook } from '../../../shared/notify/send-webhook.ts';
import { advance } from '../../../shared/orders/advance.ts';
import type { AuditRun, FingerprintNote } from '../../../shared/orders/deps.ts';
import type { Renderer } from '../../../shared/orders/renderer.ts';
import { kindAndTimeOf, type MockSession, mockPayments } from '../../../shared/partners/mock/mock.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import type { Payments } from '../../../shared/partners/payments.ts';
import { simulatedAddresses, simulatedVault } from '../../../shared/partners/simulated/addresses-and-vault.ts';
import { simulatedProduct } from '../../../shared/partners/simulated/products.ts';
import {
  type SimulatedKey,
  type SimulatedOrder,
  simulatedPartner,
} from '../../../shared/partners/simulated/simulated.ts';
import type {
  CheckCounter,
  Collection,
  SerialLock,
  SharedAnswer,
  StopList,
  UsedKey,
} from '../../../shared/storage/table.ts';
import { emailWriter } from '../../../shared/web/write-email.ts';
import { TestClock } from './clock.ts';
import {
  datedCollection,
  type MemoryReceivers,
  memoryCollection,
  memoryCounters,
  memoryDocuments,
  memoryJobs,
  memoryOutboxes,
  memoryReceivers,
  memoryTwins,
  queueBy,
} from './memory.ts';

/** One value for each product. */
export const forEachProduct = <T>(make: (product: ProductName) => T): Record<ProductName, T> =>
  Object.fromEntries(productNames.map((product) => [product, make(product)])) as Record<ProductName, T>;

/** Makes unique ids that are the same in every run. */
function countedRandom(): Random {
  let count = 0;
  const id: Random['id'] = (prefix) => {
    count += 1;
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(count, 12);
    return newId(prefix, bytes);
  };
  return { id, fraction: () => 0.5 };
}

/** A renderer whose pages end at form feeds, and that prints every character. */
function countingRenderer(documents: ReturnType<typeof memoryDocuments>): Renderer {
  const pagesOf = (text: string) => text.split('\f').length;
  const pdfOf = (text: string) => new TextEncoder().encode(`%PDF-fake\n${text}`);
  const ok = { ok: true, warnings: [] } as const;
  return {
    layOutText: async (text) => ({
      ...ok,
      pages: pagesOf(text),
      layoutVersion: 'fake-1',
      write: async () => pdfOf(text),
    }),
    printMarkup: async ({ value }, _layout, key) => {
      const pdf = pdfOf(value);
      documents.files.set(key, pdf);
      return { ...ok, pages: pagesOf(value), sha256: sha256Hex(pdf) };
    },
    cleanMessage: async (html) => ({ ...ok, html: html.replaceAll(/<\/?script>/g, '') }),
    fetchPdf: async (url) => ({ ...ok, pdf: pdfOf(url), validators: {} }),
    fetchPdfIfChanged: async (url) => ({ ...ok, pdf: pdfOf(url) }),
    openFile: async (bytes) => ({ ...ok, pdf: bytes, pages: 1 }),
    writeFrontPage: async (front, pages) => ({
      ...ok,
      pdf: pdfOf(front === 'addresses' ? 'an empty page' : `a cover: ${JSON.stringify({ ...front, pages })}`),
    }),
    joinPdfs: async (parts) => ({
      ...ok,
      pdf: pdfOf(
        parts
          .flatMap(({ pdf, skipsFirstPage }) => `${Buffer.from(pdf)}`.split('\f').slice(skipsFirstPage ? 1 : 0))
          .join('\f'),
      ),
      pages: parts.reduce((sum, { pages }) => sum + pages, 0),
    }),
    preview: async (pdf, page, { isInColor }) =>
      new TextEncoder().encode(`${isInColor ? 'color' : 'gray'} picture of page ${page} of ${pdf.length} bytes`),
    readWords: async (pdf) => Buffer.from(pdf).toString().split('\n').slice(1).join('\n').split('\f'),
  };
}

/** Every check passes. */
const healthySelfCheck = (): SelfCheck => ({
  settings: async () => [],
  count: memoryCounters().add,
  documents: async () => {},
  queue: async () => {},
});

/** A bank account that is registered before a test begins. */
export const account = {
  id: `bank_${'0'.repeat(26)}`,
  version: 0,
  createdAt: 0,
  keepUntil: Number.MAX_SAFE_INTEGER,
  country: 'US',
  nickname: 'Operating',
  partnerId: 'account_1',
  counterId: 'checks_1',
} as const satisfies BankAccount;

const { version, createdAt, keepUntil } = account;
const counter: CheckCounter = { id: account.counterId, version, createdAt, keepUntil, lastNumber: 1_000 };

/** The payments of `deps`, with these changes to the mock provider. */
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

export interface MemoryDeps extends ServiceDeps {
  readonly clock: TestClock;
  readonly quotes: ReturnType<typeof memoryCollection<Quote>>;
  readonly jobs: ReturnType<typeof memoryJobs>;
  readonly twins: ReturnType<typeof memoryTwins>;
  readonly requestCounters: ReturnType<typeof memoryCounters>;
  readonly sharedAnswers: ReturnType<typeof memoryCollection<SharedAnswer>>;
  readonly audits: ReturnType<typeof memoryCollection<AuditRun>>;
  readonly fingerprintNotes: ReturnType<typeof memoryCollection<FingerprintNote>>;
  readonly documents: ReturnType<typeof memoryDocuments>;
  readonly outboxes: ReturnType<typeof memoryOutboxes>;
  readonly receivers: MemoryReceivers;
  readonly partners: Readonly<Record<ProductName, Partner>>;
  readonly orders: Collection<SimulatedOrder> & { all(): SimulatedOrder[] };
  /** The emails that would have been sent, oldest first. */
  readonly emails: { all(): SimulatedEmail[] };
  readonly sessions: ReturnType<typeof datedCollection<MockSession>>;
  readonly payments: ServiceDeps['payments'] & { readonly mock: ReturnType<typeof mockPayments> };
  readonly alarms: LoggedAlarm[];
  readonly measured: Measured[];
  /** The messages sent to the queue, oldest first. */
  readonly sent: string[];
}

export interface MemoryOptions {
  /** How long the simulated partner keeps mail in each stage. */
  readonly readyMs?: number;
  /** False while the queues deliver nothing. */
  readonly deliver?: () => boolean;
  /** The worker's dependencies, if they differ from the service's. */
  readonly worker?: () => ServiceDeps;
  readonly clock?: TestClock;
}

export function memoryDeps({
  readyMs = 60_000,
  deliver = () => true,
  worker,
  clock = new TestClock(),
}: MemoryOptions = {}): MemoryDeps {
  const random = countedRandom();
  const documents = memoryDocuments(() => clock.now());
  const orders = datedCollection<SimulatedOrder>(({ kind, createdAt }) => ({ kind, at: createdAt }));
  const sessions = datedCollection<MockSession>(kindAndTimeOf);
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
  const outboxQueue = (work: (id: string) => Promise<void>) =>
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
      addressLookups: 600,
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
    twins: memoryTwins(),
    stopList: memoryCollection<StopList>(),
    serialLocks: memoryCollection<SerialLock>(),
    requestCounters: memoryCounters(),
    selfCheck: healthySelfCheck(),
    sharedAnswers: memoryCollection<SharedAnswer>(),
    audits: memoryCollection<AuditRun>(),
    fingerprintNotes: memoryCollection<FingerprintNote>(),
    queue: queueBy(async (jobId, delayMs) => {
      sent.push(jobId);
      if (deliver()) void clock.sleep(delayMs).then(() => advance(worker?.() ?? deps, jobId).catch(() => {}));
    }),
    outboxes: memoryOutboxes(),
    listeners: jobListeners,
    outboxQueues: {
      webhook: outboxQueue((outboxId) => drainWebhooks(worker?.() ?? deps, outboxId)),
      email: outboxQueue((outboxId) => drainEmails(worker?.() ?? deps, outboxId)),
    },
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
    partnerNames: forEachProduct(() => 'simulated'),
    eventReaders: {},
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

/** Sends the webhooks that are due in an outbox, as the function does. */
const drainWebhooks = (deps: ServiceDeps, outboxId: string): Promise<void> =>
  drain(deps, outboxId, (...args) => sendWebhook(deps, ...args), Number.POSITIVE_INFINITY);

/** Sends the emails that are due in an outbox, as the function does. */
const drainEmails = (deps: ServiceDeps, outboxId: string): Promise<void> =>
  drain(deps, outboxId, (...args) => sendEmail(deps, emailWriter(deps), ...args), Number.POSITIVE_INFINITY);
