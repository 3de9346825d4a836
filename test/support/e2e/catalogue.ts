/** Each product for the e2e tests that all products share: its requests, answers and faults. */
import { sha256Hex } from '../../../shared/core/digest.ts';
import { type ProductName, partnerIdField, productNames } from '../../../shared/core/product-names.ts';
import { checkPrice, faxPrice, letterPrice } from '../prices.ts';
import { ada, type Client, type Json, letterOf, text } from './client.ts';
import { checkOf, faxOf, registered } from './desk.ts';

/** The partner's behavior towards an order: docs/configuration.md, "Test triggers". */
export type Mood = 'reject' | 'outage' | 'down' | 'lost_reply' | 'printing' | 'mailed';

interface Orderable {
  readonly product: ProductName;
  readonly quotePath: string;
  readonly jobPath: string;
  /** The field of a job's view that names the partner's order. */
  readonly orderId: string;
  readonly price: object;
  readonly quote: object;
  /** A sound request for a job; `changes` of what is ordered. */
  request(client: Client, quoteId: string, changes?: object): Promise<object>;
  /** Changes that make it another order, and changes that make it a wrong one. */
  readonly other: object;
  readonly wrong: object;
  /** Changes that put the partner into a mood. */
  inMood(mood: Mood): object;
  /** Moods in which the partner is too far on to cancel; without one, the fax that was sent. */
  readonly tooLate: readonly (Mood | undefined)[];
  /** In a job's view, as soon as the partner has gone as far as it goes by itself. */
  readonly furthest: object;
  /** The fields of a new quote, of a new job and of a job's view that only this product has. */
  readonly quoted: object;
  created(): object;
  viewed(job: Json): object;
}

/** With test keys nobody is asked. A function, because pictures are drawn from this list without a test around it. */
const unchecked = () => ({
  address_check: { status: 'unknown', what: [], message: expect.stringContaining('Nobody could say') },
});

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
const faceAmount = { check_amount_cents: 12_550, check_amount: '$125.50', check_currency: 'USD' } as const;

/** A product that is missing here is named by the compiler. */
const orderables: Readonly<Record<ProductName, Omit<Orderable, 'product' | 'orderId'>>> = {
  letter: {
    ...{ quotePath: '/quotes', jobPath: '/jobs' },
    ...{ price: letterPrice(), quote: { country: 'US', text } },
    request: async (_client, quoteId, changes) => {
      const { letter, ...request } = letterOf(quoteId);
      return { ...request, letter: { ...letter, ...changes } };
    },
    other: { to: { ...ada, name: 'Charles Babbage' } },
    wrong: { text: 'other' },
    inMood: street,
    tooLate: ['printing', 'mailed'],
    furthest: { status: 'fulfilled' },
    quoted: { color: false, pages: 1, registered: false, address_page: false, content_hash: sha256Hex(text) },
    created: () => ({ pages: 1, ...unchecked() }),
    viewed: unchecked,
  },
  check: {
    ...{ quotePath: '/check-quotes', jobPath: '/check-jobs' },
    ...{ price: checkPrice(), quote: { country: 'US' } },
    request: async (client, quoteId, changes) => checkOf(quoteId, await accountAt(client), changes),
    other: { amount_cents: 12_551 },
    wrong: { amount_cents: 99 },
    inMood: street,
    tooLate: ['printing', 'mailed'],
    furthest: { status: 'fulfilled' },
    quoted: {},
    created: () => ({ ...faceAmount, ...unchecked(), check_number: expect.any(Number) }),
    viewed: () => ({ ...faceAmount, ...unchecked() }),
  },
  fax: {
    ...{ quotePath: '/fax-quotes', jobPath: '/fax-jobs' },
    ...{ price: faxPrice(), quote: { country: 'US', text } },
    request: async (_client, quoteId, changes) => faxOf(quoteId, changes),
    other: { to_number: '+12125550198' },
    wrong: { text: 'other' },
    inMood: (mood) => ({ to_number: numbers[mood] }),
    tooLate: [undefined],
    furthest: { fulfillment_status: 'sent' },
    quoted: { pages: 1, content_hash: sha256Hex(text) },
    created: () => ({ fax_number: expect.stringMatching(/^\+1212\d{7}$/), pages: 1 }),
    viewed: ({ fax_number }) => ({ fax_number, pages: 1 }),
  },
};

export const catalogue: readonly Orderable[] = productNames.map((product) => ({
  ...orderables[product],
  product,
  orderId: partnerIdField(product),
}));

/** The steps of a journey with one product. */
export const stepsWith = (desk: Client, { quotePath, jobPath, quote, request, inMood }: Orderable) => {
  const newRequest = async (changes: object = {}) =>
    request(desk, (await desk.make(quotePath, quote)).quote_id, changes);
  const order = async (mood?: Mood): Promise<Json> =>
    desk.make(jobPath, await newRequest(mood === undefined ? {} : inMood(mood)));
  return {
    newRequest,
    order,
    send: (body: object, headers?: Readonly<Record<string, string>>) => desk.post(jobPath, body, headers),
    async paid(mood?: Mood): Promise<Json> {
      const job = await order(mood);
      const { status } = await desk.pay(job.checkout_url);
      if (status !== 200) throw new Error(`the payment was answered with ${status}`);
      return job;
    },
  };
};
