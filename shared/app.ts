/** Plugs adapters into ports, a field at a time and on first use: all the dependency injection there is. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { byKind } from './adapters/dynamo/by-kind.ts';
import { collection, openTable } from './adapters/dynamo/collection.ts';
import { jobsIn } from './adapters/dynamo/jobs.ts';
import { postgridSignatureHeader, readPostgridEvent } from './adapters/partners/postgrid/event.ts';
import { simulatedOrdersIn } from './adapters/partners/simulated/orders.ts';
import type { SimulatedKey } from './adapters/partners/simulated/simulated.ts';
import { readTelnyxEvent } from './adapters/partners/telnyx/event.ts';
import { type MockSession, mockPayments, movement } from './adapters/payments/mock.ts';
import { stripePayments } from './adapters/payments/stripe/stripe.ts';
import { type Invoke, renderer } from './adapters/renderer.ts';
import { config } from './config.ts';
import { base32 } from './core/ids.ts';
import type { BankAccount, Quote } from './core/product.ts';
import { houseLog } from './log.ts';
import { partnersInUse } from './partners.ts';
import type {
  Chance,
  Clock,
  Documents,
  Lane,
  PartnerEvent,
  Payments,
  Queue,
  Settings,
  Signer,
  Tally,
  UsedKey,
  World,
} from './ports.ts';

const clock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms) };

const chance: Chance = { id: (prefix) => `${prefix}_${base32(randomBytes(16))}`, fraction: () => Math.random() };

/** Made when first asked for, then kept for the life of the process. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** An object whose members are made when they are first touched. */
function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const members = Object.entries<() => unknown>(makers).map(([name, make]) => [name, { get: once(make) }]);
  return Object.defineProperties({}, Object.fromEntries(members)) as T;
}

type Promising<T> = { readonly [Name in keyof T]: (...given: never[]) => Promise<unknown> };

/**
 * A port whose adapter is loaded by its first call, for what many requests go without: the client of a service costs a
 * cold start more than the request itself. The table stays imported, because hardly a request goes without it.
 */
function later<T extends Promising<T>>(load: () => Promise<T>): T {
  const loaded = once(load);
  const call =
    (name: string | symbol) =>
    async (...given: unknown[]) => {
      const adapter = await loaded();
      return Reflect.apply(Reflect.get(adapter, name), adapter, given);
    };
  // Who awaits the port itself must not take it for a promise.
  return new Proxy({} as T, { get: (_, name) => (name === 'then' ? undefined : call(name)) });
}

const table = once(() => openTable(config('table').TABLE_NAME));

const documents = later<Documents>(async () => {
  const { s3Documents } = await import('./adapters/documents.ts');
  return s3Documents(config('documents').DOCUMENTS_BUCKET);
});

const queue = later<Queue>(async () => {
  const { sqsQueue } = await import('./adapters/queue.ts');
  return sqsQueue(config('queue').QUEUE_URL);
});

const signer = later<Signer>(async () => {
  const { jwsSigner } = await import('./adapters/signer.ts');
  return jwsSigner(config('signingKey').RECEIPT_SIGNING_KEY);
});

const invoke: Invoke = async (...given) => (await import('./adapters/invoke.ts')).invokeFunction(...given);

export const simulatedOrders = once(() => simulatedOrdersIn(table()));

const mockSessions = once(() => {
  const indexed = (session: MockSession) => {
    const moved = movement(session);
    return { kind: moved?.kind, created_at: moved?.at };
  };
  return { ...collection<MockSession>(table(), indexed), ...byKind<MockSession>(table()) };
});

export const mockCheckouts = once(() => mockPayments({ clock, chance, sessions: mockSessions() }));

const premises = () => ({
  clock,
  orders: simulatedOrders(),
  keys: collection<SimulatedKey>(table()),
  documents,
});

const inUse = once(() => partnersInUse({ clock, chance, premises }));

function payments(): Payments {
  if (config('settings').PAYMENT_MODE === 'mock') return mockCheckouts();
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = [], STRIPE_API_BASE } = config('stripe');
  return stripePayments({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE,
    clock,
    log: houseLog({ part: 'payments' }),
  });
}

/** Checks that an event is from the partner; where no secret is configured, none is. */
export const partnerEvents = {
  postgrid: (rawBody: string, headers: EventHeaders, now: number): PartnerEvent =>
    readPostgridEvent(rawBody, headers[postgridSignatureHeader], config('postgrid').POSTGRID_WEBHOOK_SECRET ?? [], now),
  telnyx: (rawBody: string, headers: EventHeaders, now: number): PartnerEvent => {
    const signed = { signature: headers['telnyx-signature-ed25519'], timestamp: headers['telnyx-timestamp'] };
    return readTelnyxEvent(rawBody, signed, config('telnyx').TELNYX_PUBLIC_KEY, now);
  },
};

type EventHeaders = Readonly<Record<string, string | undefined>>;

function settings(): Settings {
  const { PAYMENT_MODE, WEBHOOK_WAIT_MS, RETRY_BASE_SECONDS, PUBLIC_BASE_URL } = config('settings');
  return {
    paymentMode: PAYMENT_MODE,
    webhookWaitMs: WEBHOOK_WAIT_MS,
    retryBaseMs: RETRY_BASE_SECONDS * 1_000,
    publicBaseUrl: PUBLIC_BASE_URL,
  };
}

const renderSettings = () => ({
  functionName: config('render').RENDER_FUNCTION,
  bucket: config('documents').DOCUMENTS_BUCKET,
  allowHosts: config('fetching').PDF_URL_ALLOW_HOSTS,
});

/** What requests must show, where they come through an edge. */
export const edgeSecret = once(() => config('edge').EDGE_SECRET);

/** What only the door for assistants asks of the configuration. */
export const mcpSettings = once(() => {
  const { PUBLIC_MCP_URL, MCP_ALLOWED_ORIGINS, MCP_OWN_HOSTS, MCP_REQUESTS_PER_HOUR } = config('mcp');
  return {
    publicUrl: PUBLIC_MCP_URL,
    origins: MCP_ALLOWED_ORIGINS,
    ownHosts: MCP_OWN_HOSTS,
    perHour: MCP_REQUESTS_PER_HOUR,
  };
});

const outside = lazily<Omit<World, 'log'>>({
  clock: () => clock,
  chance: () => chance,
  settings,
  quotes: () => collection<Quote>(table()),
  keys: () => collection<UsedKey>(table()),
  jobs: () => jobsIn(table()),
  accounts: () => collection<BankAccount>(table()),
  lanes: () => collection<Lane>(table()),
  tallies: () => collection<Tally>(table()),
  queue: () => queue,
  payments,
  partners: () => inUse().partners(),
  primaries: () => inUse().primaries(),
  seconds: () => inUse().seconds(),
  vault: () => inUse().vault(),
  documents: () => documents,
  renderer: () => renderer(renderSettings, invoke),
  signer: () => signer,
});

/** The world as one invocation sees it; `bound` stands in each of its log lines. */
export const worldFor = (bound: Readonly<Record<string, string>>): World =>
  Object.create(outside, { log: { value: houseLog(bound) } }) as World;
