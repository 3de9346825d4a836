/** Makes the dependencies of all parts of the service, each on first use. There is no other dependency injection. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BankAccount } from '../domain/bank-account.ts';
import { hmacHex, newId } from '../domain/ids.ts';
import type { Upload } from '../domain/input/upload.ts';
import { lazy } from '../domain/lazy.ts';
import type { PartnerName } from '../domain/names.ts';
import { addressLookups } from '../domain/network.ts';
import type { Quote } from '../domain/product.ts';
import type { Stored } from '../domain/stored.ts';
import type { Clock, Random } from '../domain/times.ts';
import { type SimulatedEmail, sendingMailer, simulatedMailer } from '../notify/adapters/email/sending.ts';
import { standardSigner } from '../notify/adapters/event-signer.ts';
import { outboxesIn } from '../notify/adapters/outboxes.ts';
import { guardedReceivers } from '../notify/adapters/receivers.ts';
import type { NotifyDeps, SilencedAddress } from '../notify/deps.ts';
import { jobListeners } from '../notify/listener.ts';
import type { AuditRun, FingerprintNote, Settings } from '../orders/deps.ts';
import {
  partnerLimits,
  partnerNamed,
  paymentProviderOf,
  paymentProviders,
  productsForSale,
} from '../partners/catalogue.ts';
import { kindAndTimeOf, type MockSession, mockPayments } from '../partners/mock/mock.ts';
import type { SimulatedKey, SimulatedOrder } from '../partners/simulated/simulated.ts';
import { stripePayments } from '../partners/stripe/stripe.ts';
import { invokeFunction, renderer } from '../rendering/renderer.ts';
import { s3Documents } from '../storage/documents.ts';
import { byKind, collection, requestCountersIn, twinsIn } from '../storage/dynamo.ts';
import { jobsIn } from '../storage/jobs.ts';
import { sqsQueue } from '../storage/queue.ts';
import type { CheckCounter, SerialLock, SharedAnswer, StopList, UsedKey } from '../storage/table.ts';
import { config, isTestService } from './config.ts';
import { jwsSigner } from './jws-signer.ts';
import { serviceLog } from './log.ts';
import { partnerChoices, partnersInUse } from './partners-in-use.ts';
import { type SelfCheck, selfCheckBy } from './self-check.ts';
import { theTable } from './the-table.ts';

const clock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms) };

const random: Random = { id: (prefix) => newId(prefix, randomBytes(16)), fraction: () => Math.random() };

const documents = s3Documents(lazy(() => config('documents').DOCUMENTS_BUCKET));

const queues = {
  jobs: sqsQueue(() => config('queue').QUEUE_URL),
  webhook: sqsQueue(() => config('outboxQueues').WEBHOOKS_QUEUE_URL),
  email: sqsQueue(() => config('outboxQueues').EMAILS_QUEUE_URL),
};

const additionalKeys = (use: 'webhook' | 'receipt') =>
  config('receipts').ADDITIONAL_PUBLIC_KEYS.filter((key) => (key.startsWith('whpk_') ? 'webhook' : 'receipt') === use);

/** A collection that is also listed by kind and time. `kindAndTime`: under which an item is listed; `created_at` in Unix ms. */
const datedItems = <Item extends Stored>(
  kindAndTime: (item: Item) => { readonly kind: string; readonly created_at: number },
) => lazy(() => ({ ...collection<Item>(theTable(), kindAndTime), ...byKind<Item>(theTable()) }));

export const simulatedOrders = datedItems<SimulatedOrder>(({ kind, createdAt }) => ({ kind, created_at: createdAt }));

export const simulatedKeys = lazy(() => collection<SimulatedKey>(theTable()));

export const mockSessions = datedItems<MockSession>((session) => {
  const { kind, at } = kindAndTimeOf(session);
  return { kind, created_at: at };
});

export const mockCheckouts = lazy(() => mockPayments({ clock, random, sessions: mockSessions() }));

const settings = lazy((): Settings => {
  const { PAYMENT_MODE, WEBHOOK_WAIT_MS, RETRY_BASE_SECONDS, PUBLIC_BASE_URL, REQUEST_LIMITS, NEW_ACCOUNT_DAY_LIMIT } =
    config('settings');
  const { SUPPORT_CONTACT: contact, ...identity } = config('operator');
  return {
    paymentMode: PAYMENT_MODE,
    paymentProvider: paymentProviderOf({ PAYMENT_MODE }).name,
    webhookWaitMs: WEBHOOK_WAIT_MS,
    webhooksAtOnce: config('webhooks').WEBHOOK_CONCURRENCY,
    retryBaseMs: RETRY_BASE_SECONDS * 1_000,
    publicBaseUrl: PUBLIC_BASE_URL,
    requestLimits: REQUEST_LIMITS,
    addressLookups,
    newAccounts: newAccountRules(PAYMENT_MODE, NEW_ACCOUNT_DAY_LIMIT),
    operator: {
      name: identity.SERVICE_NAME,
      support: contact === undefined || contact.startsWith('https:') ? contact : `mailto:${contact}`,
      termsUrl: identity.TERMS_URL,
      privacyUrl: identity.PRIVACY_URL,
      refundPolicyUrl: identity.REFUND_POLICY_URL,
      postalAddress: identity.POSTAL_ADDRESS,
      taxRegistration: identity.TAX_REGISTRATION,
      logoUrl: identity.LOGO_URL,
    },
    isTest: isTestService(),
    sold: productsForSale(partnerChoices()),
    sendsEmail: PAYMENT_MODE === 'mock' || config('email').EMAIL_FROM !== undefined,
    flatFrom: partnerLimits('flatFromSheets', partnerChoices()),
    // Partners can't follow a link to the local server, so there a document must fit into the request.
    maxBytes: ownBaseUrl() === undefined ? {} : partnerLimits('maxUploadBytes', partnerChoices()),
  };
});

/** The rules for checks on unproven accounts. In test mode there are none, unless a developer sets a limit. */
export function newAccountRules(mode: Settings['paymentMode'], dailyDollars?: string): Settings['newAccounts'] {
  const limit = dailyDollars ?? (mode === 'real' ? '5000' : 'off');
  return limit === 'off' ? undefined : { waitMs: 24 * 3_600_000, maxCentsADay: Number(limit) * 100 };
}

export const simulatedEmails = datedItems<SimulatedEmail>(({ kind, createdAt }) => ({ kind, created_at: createdAt }));

/** CloudFront sends it with each request, if the service is behind CloudFront. */
export const edgeSecret = lazy(() => config('edge').EDGE_SECRET);

/** The URL at which the local server calls itself; `undefined` on AWS. */
export const ownBaseUrl = lazy(() => config('ownAddress').OWN_BASE_URL);

/** The name of a print partner as people know it; `undefined` for the simulated one. */
export const printerOf = (name: PartnerName | undefined): string | undefined =>
  name === undefined || name === 'simulated' ? undefined : partnerNamed(name).title;

export const mcpSettings = lazy(() => {
  const { PUBLIC_MCP_URL, MCP_ALLOWED_ORIGINS, MCP_OWN_HOSTS } = config('mcp');
  return {
    publicUrl: PUBLIC_MCP_URL,
    origins: MCP_ALLOWED_ORIGINS,
    ownHosts: MCP_OWN_HOSTS,
    perHour: settings().requestLimits?.tools,
  };
});

export interface ServiceDeps extends NotifyDeps {
  readonly selfCheck: SelfCheck;
}

/** Each is called when its dependency is used, so that a function makes only the adapters that it needs. */
const makers: { readonly [Field in keyof Omit<ServiceDeps, 'log'>]: () => ServiceDeps[Field] } = {
  clock: () => clock,
  random: () => random,
  settings,
  quotes: () => collection<Quote>(theTable()),
  uploads: () => collection<Upload>(theTable()),
  idempotencyKeys: () => collection<UsedKey>(theTable()),
  jobs: () => jobsIn(theTable()),
  twins: () => twinsIn(theTable()),
  bankAccounts: () => collection<BankAccount>(theTable()),
  checkCounters: () => collection<CheckCounter>(theTable()),
  serialLocks: () => collection<SerialLock>(theTable()),
  // One instance, because the list is cached with it for a minute.
  stopList: lazy(() => collection<StopList>(theTable())),
  requestCounters: () => requestCountersIn(theTable()),
  sharedAnswers: () => collection<SharedAnswer>(theTable()),
  audits: () => collection<AuditRun>(theTable()),
  fingerprintNotes: () => collection<FingerprintNote>(theTable()),
  queue: () => queues.jobs,
  outboxes: () => outboxesIn(theTable()),
  outboxQueues: () => queues,
  listeners: () => jobListeners,
  silencedAddresses: () => collection<SilencedAddress>(theTable()),
  receivers: lazy(() => guardedReceivers(config('privateHosts').PDF_URL_ALLOW_HOSTS)),
  eventSigner: lazy(() => standardSigner(config('signingKey').RECEIPT_SIGNING_KEY, additionalKeys('webhook'))),
  mailer: lazy(() => {
    const { EMAIL_FROM: from, SMTP_URL: smtpUrl } = config('email');
    const { paymentMode, operator } = settings();
    const simulated = simulatedMailer({ clock, emails: simulatedEmails() });
    if (paymentMode === 'mock') return simulated;
    if (from === undefined) return undefined;
    const log = serviceLog({ part: 'email' });
    const sender = { address: from, name: operator.name, support: operator.support };
    const provider = lazy(async () =>
      smtpUrl === undefined
        ? (await import('../notify/adapters/email/ses.ts')).sesMailer({
            sender,
            configurationSet: config('emailEvents').EMAIL_CONFIGURATION_SET,
            log,
          })
        : (await import('../notify/adapters/email/smtp.ts')).smtpMailer({ sender, url: smtpUrl, log }),
    );
    return sendingMailer(from, simulated, provider);
  }),
  payments: lazy(() => {
    const stripe = lazy(() => {
      const {
        STRIPE_SECRET_KEY,
        STRIPE_WEBHOOK_SECRET = [],
        STRIPE_API_BASE = paymentProviders.stripe.api.base,
      } = config('stripe');
      if (STRIPE_SECRET_KEY === undefined) return undefined;
      return stripePayments({
        secretKey: STRIPE_SECRET_KEY,
        webhookSecrets: STRIPE_WEBHOOK_SECRET,
        baseUrl: STRIPE_API_BASE,
        operator: settings().operator,
        clock,
        log: serviceLog({ part: 'payments' }),
      });
    });
    return {
      get stripe() {
        return stripe();
      },
      get mock() {
        return mockCheckouts();
      },
    };
  }),
  ...partnersInUse({
    clock,
    random,
    simulatedDeps: () => ({ clock, orders: simulatedOrders(), keys: simulatedKeys(), documents }),
  }),
  documents: () => documents,
  renderer: () =>
    renderer(
      () => ({
        functionName: config('render').RENDER_FUNCTION,
        bucket: config('documents').DOCUMENTS_BUCKET,
        allowedHosts: config('privateHosts').PDF_URL_ALLOW_HOSTS,
      }),
      invokeFunction,
    ),
  signer: lazy(() => jwsSigner(config('signingKey').RECEIPT_SIGNING_KEY, additionalKeys('receipt'))),
  selfCheck: lazy(() => selfCheckBy(clock)),
  // The key is read once, because each order has a dozen fingerprints.
  fingerprint: lazy(() => {
    const { FINGERPRINT_KEY } = config('fingerprints');
    return (purpose, value) => hmacHex(FINGERPRINT_KEY, `${purpose}\n${value}`);
  }),
};

/** The dependencies of one invocation. `bound`: fields that are added to each of its log lines. */
export const depsFor = (bound: Readonly<Record<string, string>>): ServiceDeps =>
  Object.defineProperties(
    { log: serviceLog(bound) },
    Object.fromEntries(Object.entries(makers).map(([name, get]) => [name, { get }])),
  ) as ServiceDeps;
