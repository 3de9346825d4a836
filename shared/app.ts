/** Plugs adapters into ports, a field at a time and on first use: all the dependency injection there is. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { collection, openTable } from './adapters/dynamo/collection.ts';
import { jobsIn } from './adapters/dynamo/jobs.ts';
import { type SimulatedKey, simulatedPartner, type Trade } from './adapters/partners/simulated.ts';
import { checkTrade } from './adapters/partners/simulated-check.ts';
import { faxTrade } from './adapters/partners/simulated-fax.ts';
import { letterTrade } from './adapters/partners/simulated-letter.ts';
import { simulatedOrdersIn } from './adapters/partners/simulated-orders.ts';
import { simulatedVault } from './adapters/partners/simulated-vault.ts';
import { type MockSession, mockPayments } from './adapters/payments/mock.ts';
import { type Invoke, renderer } from './adapters/renderer.ts';
import { config } from './config.ts';
import { base32 } from './core/ids.ts';
import type { BankAccount, Quote } from './core/product.ts';
import { logTo } from './log.ts';
import type { Chance, Clock, Documents, Lane, Queue, Settings, Signer, Tally, UsedKey, World } from './ports.ts';

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

export const mockCheckouts = once(() => mockPayments({ clock, chance, sessions: collection<MockSession>(table()) }));

const simulated = (trade: Trade) =>
  simulatedPartner(trade, {
    clock,
    orders: simulatedOrders(),
    keys: collection<SimulatedKey>(table()),
    documents,
  });

const readyMs = () => config('partners').SIMULATED_READY_SECONDS * 1_000;

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
  payments: mockCheckouts,
  partners: () =>
    lazily<World['partners']>({
      letter: () => simulated(letterTrade(() => chance.id('letter'), readyMs())),
      check: () => simulated(checkTrade(() => chance.id('cheque'), readyMs())),
      fax: () => simulated(faxTrade(() => chance.id('fax'))),
    }),
  vault: () => simulatedVault(() => chance.id('account')),
  documents: () => documents,
  renderer: () => renderer(renderSettings, invoke),
  signer: () => signer,
});

/** The world as one invocation sees it; `bound` stands in each of its log lines. */
export const worldFor = (bound: Readonly<Record<string, string>>): World => {
  const log = logTo((line) => process.stderr.write(`${line}\n`), bound);
  return Object.create(outside, { log: { value: log } }) as World;
};
