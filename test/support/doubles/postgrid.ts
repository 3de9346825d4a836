/**
 * A double of PostGrid Print & Mail on 127.0.0.1, as documented: API keys, idempotency keys, responses, cancellation and
 * webhooks, with the faults that a test plants. It stores what PostGrid would mail.
 */
import {
  bankAccount,
  bankFault,
  contactFor,
  createOrder,
  type DoubleOrder,
  invalid,
  notFound,
  type OrderKind,
  Refused,
  recordOf,
  type Status,
  statuses,
  statusOf,
  triggerOf,
  withPrintedAddress,
} from './postgrid-orders.ts';
import { Webhooks } from './postgrid-webhooks.ts';
import { type DoubleRequest, type Fault, type Fields, openWire, type Reply, type Wire } from './wire.ts';

export interface PostgridOptions {
  readonly now?: () => number;
  /** How long an order stays in each status; without it, only tests move orders. */
  readonly statusMs?: number;
  /** Refuses a key that was used for a different request; by default it gets the first order. Neither is documented. */
  readonly mismatch?: 'refuse';
  /** By default lists are newest first. PostGrid doesn't document their order. */
  readonly listsOldestFirst?: boolean;
  /** PostGrid's address check: returns the fields of a contact that it changes or adds. */
  readonly checkAddress?: (address: Fields) => Fields;
}

const apiKey = 'test_sk_double_0123456789';
const liveKey = 'live_sk_double_0123456789';
const root = '/print-mail/v1';

const streetOf = ({ to }: Fields) => (to as Fields | undefined)?.addressLine1;

export class PostgridDouble {
  readonly apiKey = apiKey;
  /** With this key, addresses are checked. */
  readonly liveKey = liveKey;
  readonly accounts = new Map<string, Fields>([['bank_double', { id: 'bank_double' }]]);
  /** The contacts that were created and not deleted. */
  readonly contacts = new Set<string>();
  readonly webhooks = new Webhooks();
  readonly #orders = new Map<string, DoubleOrder>();
  readonly #keys = new Map<string, { readonly order: DoubleOrder; readonly sha256: string }>();
  /** How often an order was requested, by idempotency key. */
  readonly #calls = new Map<string, number>();
  readonly #faults: { readonly on: string; readonly fault: Fault }[] = [];
  readonly #options: PostgridOptions;
  #wire: Wire | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PostgridOptions = {}) {
    this.#options = options;
  }

  async open(): Promise<this> {
    this.#wire = await openWire('postgrid', {
      root,
      unreadable: refusal(invalid('body')),
      faultOf: (request) => {
        const at = this.#faults.findIndex(({ on }) => `${request.method} ${request.path}`.startsWith(on));
        return at < 0 ? this.#faultByTrigger(request) : this.#faults.splice(at, 1)[0]?.fault;
      },
      answer: (request) => {
        const reply = this.#answer(request);
        this.#sendEvents();
        return reply;
      },
    });
    if (this.#options.statusMs !== undefined) this.#timer = setInterval(() => this.#sendEvents(), 50);
    return this;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#wire?.close();
  }

  get requests(): readonly DoubleRequest[] {
    return this.#wire?.requests ?? [];
  }

  get baseUrl(): string {
    return `${this.#wire?.url}${root}`;
  }

  /** Plants a fault for the next call whose "METHOD /path" begins with `on`. Faults occur in the order they were planted. */
  failNext(on: string, fault: Fault): void {
    this.#faults.push({ on, fault });
  }

  orders(): Fields[] {
    return [...this.#orders.values()].map((order) => this.#record(order));
  }

  pdfOf(id: string): Uint8Array | undefined {
    return this.#orders.get(id)?.pdf;
  }

  /** The number of orders that aren't canceled. */
  activeOrders(): number {
    return this.orders().filter(({ status }) => status !== 'cancelled').length;
  }

  /** Moves all orders to this status, and sends the events. */
  proceed(to: (typeof statuses)[number]): void {
    for (const order of this.#orders.values()) order.startIndex = statuses.indexOf(to);
    this.#sendEvents();
  }

  /** Cancels an order for a reason of PostGrid's, such as `invalid_content`, with a note that names the recipient. */
  cancel(id: string, reason: string): void {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`no order ${id}`);
    order.cancellation = { reason, note: 'Ada Lovelace, 12 Analytical Way' };
    this.#sendEvents();
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #record(order: DoubleOrder): Fields {
    return recordOf(order, this.#status(order));
  }

  #status(order: DoubleOrder): Status {
    return statusOf(order, this.#now(), this.#options.statusMs);
  }

  /** Sends an event for every order whose status has changed since its last event. */
  #sendEvents(): void {
    for (const order of this.#orders.values()) {
      const status = this.#status(order);
      if (order.reported === status) continue;
      const event = order.reported === undefined ? 'created' : 'updated';
      order.reported = status;
      const product = order.kind === 'letters' ? 'letter' : 'cheque';
      this.webhooks.emit(`${product}.${event}`, this.#record(order), this.#now());
    }
  }

  #faultByTrigger({ method, path, fields, headers }: DoubleRequest): Fault | undefined {
    if (method === 'POST' && path === '/bank_accounts') return bankFault(fields.bankName);
    if (method !== 'POST' || !/^\/(letters|cheques)$/.test(path)) return undefined;
    const [trigger, key] = [triggerOf(streetOf(fields)), `${headers['idempotency-key']}`];
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    if (trigger === 'down' || (trigger === 'outage' && calls <= 2)) return { status: 503 };
    return trigger === 'lost_reply' && calls === 1 ? 'reset_after' : undefined;
  }

  #answer(request: DoubleRequest): Reply {
    try {
      if (![apiKey, liveKey].includes(`${request.headers['x-api-key']}`))
        throw new Refused(401, 'invalid_api_key_error', 'Invalid API key');
      const [, resource = '', id] = request.path.split('/');
      if (resource === 'letters' || resource === 'cheques') return this.#orderCall(request, resource, id);
      if (resource === 'bank_accounts') return this.#accountCall(request, id);
      if (resource === 'contacts') return this.#contactCall(request, id);
      if (request.method === 'GET' && resource === 'webhooks')
        return { status: 200, body: listOf([...this.webhooks.hooks.values()]) };
      throw notFound('no such path');
    } catch (error) {
      if (error instanceof Refused) return refusal(error);
      throw error;
    }
  }

  #contactCall(request: DoubleRequest, id: string | undefined): Reply {
    if (request.method === 'POST' && id === undefined) {
      const contact = contactFor(request, this.#options.checkAddress);
      this.contacts.add(`${contact.id}`);
      return { status: 201, body: contact };
    }
    if (request.method !== 'DELETE' || id === undefined || !this.contacts.delete(id)) throw notFound('no such contact');
    return { status: 200, body: { id, object: 'contact', deleted: true } };
  }

  #orderCall(request: DoubleRequest, kind: OrderKind, id: string | undefined): Reply {
    const { method } = request;
    if (id === undefined) return method === 'POST' ? this.#createOnce(request, kind) : this.#list(request, kind);
    const order = this.#orders.get(id);
    if (order?.kind !== kind) throw notFound(`no order ${id}`);
    if (method === 'DELETE') this.#cancelIfReady(order);
    else if (method !== 'GET') throw notFound('no such action');
    return { status: 200, body: this.#record(order) };
  }

  #create(kind: OrderKind, fields: Fields): DoubleOrder {
    const trigger = triggerOf(streetOf(fields));
    if (trigger === 'reject') throw invalid(`undeliverable: ${JSON.stringify(fields.to)}`);
    const order = createOrder(kind, withPrintedAddress(fields, this.#options.checkAddress), this.accounts, this.#now());
    if (trigger === 'printing') order.startIndex = 1;
    if (trigger === 'mailed' || trigger === 'returned') order.startIndex = 2;
    this.#orders.set(order.id, order);
    return order;
  }

  /** A repeated key gets the first order again, with its current status. Only orders are documented to have keys. */
  #createOnce({ headers, fields, sha256 }: DoubleRequest, kind: OrderKind): Reply {
    const key = headers['idempotency-key'];
    const used = this.#keys.get(`${kind} ${key}`);
    if (used !== undefined && used.sha256 !== sha256 && this.#options.mismatch === 'refuse')
      throw new Refused(422, 'idempotency_error', 'This key was used for another request');
    const order = used?.order ?? this.#create(kind, fields);
    if (key !== undefined) this.#keys.set(`${kind} ${key}`, used ?? { order, sha256 });
    return { status: 201, body: this.#record(order) };
  }

  /** A search in quotes finds orders that contain the exact text. Any other search also finds thousands of others. */
  #list({ query }: DoubleRequest, kind: OrderKind): Reply {
    const search = query.get('search') ?? '';
    const quoted = /^"(.+)"$/.exec(search)?.[1];
    const otherOrders = search === '' || quoted !== undefined ? 0 : 5_000;
    const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 10)];
    if (limit > 100) throw invalid('limit');
    const found = [...this.#orders.values()]
      .filter((order) => order.kind === kind)
      .map((order) => this.#record(order))
      .filter((record) => JSON.stringify(record).includes(quoted ?? ''));
    if (!this.#options.listsOldestFirst) found.reverse();
    const data = found.slice(skip, skip + limit);
    return { status: 200, body: { object: 'list', totalCount: found.length + otherOrders, skip, limit, data } };
  }

  #cancelIfReady(order: DoubleOrder): void {
    if (this.#status(order) !== 'ready') throw new Refused(400, 'cancel_error', `the order is ${this.#status(order)}`);
    order.cancellation = { reason: 'user_initiated', cancelledByUser: true };
  }

  #accountCall(request: DoubleRequest, id: string | undefined): Reply {
    if (request.method === 'POST' && id === undefined) {
      const account: Fields = { ...bankAccount(request.fields), createdAt: new Date(this.#now()).toISOString() };
      this.accounts.set(`${account.id}`, account);
      return { status: 201, body: account };
    }
    if (id === undefined) {
      const [skip, limit] = [Number(request.query.get('skip') ?? 0), Number(request.query.get('limit') ?? 10)];
      const all = [...this.accounts.values()];
      return { status: 200, body: { ...listOf(all), skip, limit, data: all.slice(skip, skip + limit) } };
    }
    const account = this.accounts.get(id);
    if (account === undefined) throw notFound(`no bank account ${id}`);
    if (request.method !== 'DELETE') return { status: 200, body: account };
    this.accounts.delete(id);
    return { status: 200, body: { id, object: 'bank_account', deleted: true } };
  }
}

const listOf = (data: readonly unknown[]) => ({ object: 'list', totalCount: data.length, skip: 0, limit: 100, data });

const refusal = ({ status, type, message }: Refused): Reply => ({ status, body: { error: { type, message } } });

export const openPostgrid = (options: PostgridOptions = {}): Promise<PostgridDouble> =>
  new PostgridDouble(options).open();
