/** Each product for the e2e tests that all products share: its requests, answers and faults. */
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { ada, type Client, type Json, letterOf, text } from './client.ts';
import { checkOf, faxOf, registered } from './desk.ts';

/** The partner's behavior towards an order: docs/configuration.md, "Test triggers". */
export type Mood = 'reject' | 'outage' | 'down' | 'lost_reply' | 'printing' | 'mailed';

interface Orderable {
  readonly product: ProductName;
  readonly quotePath: string;
  readonly jobPath: string;
  readonly quote: object;
  /** A sound request for a job; `changes` of what is ordered. */
  request(client: Client, quoteId: string, changes?: object): Promise<object>;
  /** Changes that put the partner into a mood. */
  inMood(mood: Mood): object;
}

const accounts = new WeakMap<Client, Promise<string>>();

/** One for each service: ten an hour are taken from one address. */
function accountAt(client: Client): Promise<string> {
  const account = accounts.get(client) ?? registered(client);
  accounts.set(client, account);
  return account;
}

const street = (mood: Mood) => ({ to: { ...ada, addressLine1: `1 TEST ${mood.replace('_', ' ').toUpperCase()} ST` } });
const numbers: Partial<Record<Mood, string>> = {
  ...{ reject: '+12125550101', outage: '+12125550102', down: '+12125550103', lost_reply: '+12125550104' },
};

/** A product that is missing here is named by the compiler. */
const orderables: Readonly<Record<ProductName, Omit<Orderable, 'product'>>> = {
  letter: {
    ...{ quotePath: '/quotes', jobPath: '/jobs' },
    quote: { country: 'US', text },
    request: async (_client, quoteId, changes) => {
      const { letter, ...request } = letterOf(quoteId);
      return { ...request, letter: { ...letter, ...changes } };
    },
    inMood: street,
  },
  check: {
    ...{ quotePath: '/check-quotes', jobPath: '/check-jobs' },
    quote: { country: 'US' },
    request: async (client, quoteId, changes) => checkOf(quoteId, await accountAt(client), changes),
    inMood: street,
  },
  fax: {
    ...{ quotePath: '/fax-quotes', jobPath: '/fax-jobs' },
    quote: { country: 'US', text },
    request: async (_client, quoteId, changes) => faxOf(quoteId, changes),
    inMood: (mood) => ({ to_number: numbers[mood] }),
  },
};

export const catalogue: readonly Orderable[] = productNames.map((product) => ({ ...orderables[product], product }));

/** The steps of a journey with one product. */
export const stepsWith = (desk: Client, { quotePath, jobPath, quote, request, inMood }: Orderable) => {
  const order = async (mood?: Mood): Promise<Json> => {
    const { quote_id } = await desk.make(quotePath, quote);
    return desk.make(jobPath, await request(desk, quote_id, mood === undefined ? {} : inMood(mood)));
  };
  return {
    order,
    async paid(mood?: Mood): Promise<Json> {
      const job = await order(mood);
      const { status } = await desk.pay(job.checkout_url);
      if (status !== 200) throw new Error(`the payment was answered with ${status}`);
      return job;
    },
  };
};
