/**
 * Lob's letters on 127.0.0.1, as its OpenAPI has them: Basic keys, idempotency for a day,
 * five minutes for cancelling, tracking events as a live key sees them; and every fault that a test asks for. It sends no
 * webhooks: the service has no address for Lob's, which are set up in a dashboard, and reads how each letter stands.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { comesFirst, type Fault, fail, type Reply, send } from './http-faults.ts';
import { isVerifiable, verification } from './lob-verifications.ts';
import { TriggeredFaults, triggerOf } from './print-triggers.ts';
import { type Asked, type Fields, readRequest } from './request-body.ts';

const apiKey = 'test_double_0123456789';
const liveKey = 'live_double_0123456789';
const day = 24 * 3_600_000;
const windowMs = 5 * 60_000;
/** Requests that one endpoint takes within so long. */
const limit = { requests: 150, withinMs: 5_000 };

interface Kept {
  readonly id: string;
  readonly fields: Fields;
  readonly createdAt: number;
  sendsAt: number;
  deleted?: true;
  readonly events: ReturnType<typeof eventsAt>;
}

const eventsAt = (now: number, names: readonly string[]) =>
  names.map((name) => ({ name, time: new Date(now).toISOString(), location: '12207' }));

class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`no: ${code}`);
    this.status = status;
    this.code = code;
  }
}

const streetOf = ({ to }: Fields) => (to as Fields | undefined)?.address_line1;

export class LobDouble {
  readonly apiKey = apiKey;
  /** Verifies addresses, as only a live key does. */
  readonly liveKey = liveKey;
  /** The post's knowledge of an address, where a test says so. */
  post: (address: Fields) => Fields = () => ({});
  /** The time until a list shows a new letter, and the life of a key. */
  listLagMs = 0;
  keyLivesMs = day;
  readonly seen: Asked[] = [];
  readonly now: () => number;
  readonly #letters = new Map<string, Kept>();
  readonly #keys = new Map<string, { readonly id: string; readonly usedAt: number }>();
  readonly #times = new Map<string, number[]>();
  readonly #triggers = new TriggeredFaults();
  readonly #faults: { readonly on: string; readonly fault: Fault }[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  async open(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The next call whose "METHOD /path" begins so goes wrong. */
  next(on: string, fault: Fault): void {
    this.#faults.push({ on, fault });
  }

  orders(): Fields[] {
    return [...this.#letters.values()].map((kept) => this.#record(kept));
  }

  living(): number {
    return [...this.#letters.values()].filter(({ deleted }) => !deleted).length;
  }

  /** Letters that can no longer be taken back. */
  mailed(): number {
    return [...this.#letters.values()].filter((kept) => !kept.deleted && kept.sendsAt <= this.now()).length;
  }

  /** Everything is past its window, and on its way by these events. */
  proceed(...events: string[]): void {
    for (const kept of this.#letters.values()) {
      kept.sendsAt = Math.min(kept.sendsAt, this.now() - 1);
      kept.events.push(...eventsAt(this.now(), events));
    }
  }

  #record({ id, fields, createdAt, sendsAt, deleted, events }: Kept): Fields {
    const { file: _, ...known } = fields;
    return {
      ...{ id, object: 'letter', status: 'rendered', carrier: 'USPS' },
      ...known,
      date_created: new Date(createdAt).toISOString(),
      send_date: new Date(sendsAt).toISOString(),
      tracking_events: events.map((event) => ({ object: 'tracking_event', ...event })),
      ...(known.extra_service === undefined ? {} : { tracking_number: '92071902358909000011275538' }),
      ...(deleted ? { deleted } : {}),
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readRequest(request, '/v1', 'lob');
    this.seen.push(asked);
    const at = this.#faults.findIndex(({ on }) => `${asked.method} ${asked.path}`.startsWith(on));
    const fault = at < 0 ? this.#triggered(asked) : this.#faults.splice(at, 1)[0]?.fault;
    if (fault !== undefined && comesFirst(fault)) return fail(fault, response, { status: 200, body: {} });
    const reply = this.#answer(asked);
    if (fault === undefined) send(response, reply);
    else fail(fault, response, reply);
  }

  #triggered({ method, fields, headers }: Asked): Fault | undefined {
    if (method !== 'POST') return undefined;
    return this.#triggers.faultOf(triggerOf(streetOf(fields)), `${headers['idempotency-key']}`);
  }

  #answer({ method, path, query, headers, fields }: Asked): Reply {
    try {
      const isLive = headers.authorization === basic(liveKey);
      if (!isLive && headers.authorization !== basic(apiKey)) throw new Refused(401, 'unauthorized');
      const [, resource, id] = path.split('/');
      this.#limit(`${method} ${resource}${id === undefined ? '' : '/id'}`);
      if (resource === 'us_verifications' && method === 'POST') {
        if (!isVerifiable(fields)) throw new Refused(422, 'invalid');
        return { status: 200, body: verification(fields, isLive ? this.post(fields) : {}) };
      }
      if (resource !== 'letters') throw new Refused(404, 'not_found');
      if (id === undefined) return method === 'POST' ? this.#create(headers, fields) : this.#list(query);
      const kept = this.#letters.get(id);
      if (kept === undefined) throw new Refused(404, 'not_found');
      if (method !== 'DELETE') return { status: 200, body: this.#record(kept) };
      if (kept.deleted || kept.sendsAt <= this.now()) throw new Refused(422, 'not_deletable');
      kept.deleted = true;
      return { status: 200, body: { id, deleted: true } };
    } catch (error) {
      if (error instanceof Refused) return { status: error.status, body: errorOf(error) };
      throw error;
    }
  }

  #limit(endpoint: string): void {
    const now = this.now();
    const recent = (this.#times.get(endpoint) ?? []).filter((time) => time > now - limit.withinMs);
    this.#times.set(endpoint, [...recent, now]);
    if (recent.length >= limit.requests) throw new Refused(429, 'rate_limit_exceeded');
  }

  /** A key brings back the first letter for a day, whatever comes with it. */
  #create(headers: IncomingMessage['headers'], fields: Fields): Reply {
    const now = this.now();
    const key = headers['idempotency-key'] as string | undefined;
    const used = key === undefined ? undefined : this.#keys.get(key);
    const known = used !== undefined && now - used.usedAt < this.keyLivesMs ? this.#letters.get(used.id) : undefined;
    const kept = known ?? this.#make(fields, now);
    if (key !== undefined && known === undefined) this.#keys.set(key, { id: kept.id, usedAt: now });
    return { status: 200, body: this.#record(kept) };
  }

  #make(fields: Fields, now: number): Kept {
    checkLetter(fields);
    const trigger = triggerOf(streetOf(fields));
    const isOver = trigger === 'printing' || trigger === 'mailed' || trigger === 'returned';
    const kept: Kept = {
      ...{ id: `ltr_${randomBytes(8).toString('hex')}`, fields, createdAt: now },
      sendsAt: isOver ? now - 1 : now + windowMs,
      events: eventsAt(now, [
        ...(trigger === 'mailed' || trigger === 'returned' ? ['Mailed'] : []),
        ...(trigger === 'returned' ? ['Returned to Sender'] : []),
      ]),
    };
    this.#letters.set(kept.id, kept);
    return kept;
  }

  #list(query: URLSearchParams): Reply {
    const wanted = query.get('metadata[reference]');
    const limit = Number(query.get('limit') ?? 10);
    const after = Number(query.get('after') ?? 0);
    const found = this.orders()
      .filter(({ date_created }) => this.now() - Date.parse(`${date_created}`) >= this.listLagMs)
      .filter(({ metadata }) => wanted === null || (metadata as Fields | undefined)?.reference === wanted)
      .toReversed();
    const data = found.slice(after, after + limit);
    const next_url = found.length > after + limit ? `${this.baseUrl}/letters?after=${after + limit}` : null;
    return { status: 200, body: { object: 'list', data, next_url, previous_url: null, count: data.length } };
  }
}

function checkLetter({ to, from, file, color, use_type }: Fields): void {
  if (file === undefined || color === undefined || use_type === undefined) throw new Refused(422, 'invalid');
  for (const contact of [to, from] as (Fields | undefined)[]) {
    const { name, company, address_line1, address_line2 = '', address_country } = contact ?? {};
    const { address_city, address_state, address_zip } = contact ?? {};
    if (!(name || company) || !address_line1 || !address_city) throw new Refused(422, 'invalid');
    if (!/^[a-zA-Z]{2}$/.test(`${address_state}`)) throw new Refused(422, 'invalid');
    if (!/^\d{5}(-\d{4})?$/.test(`${address_zip}`)) throw new Refused(422, 'invalid');
    if (`${name ?? ''}`.length > 40 || `${company ?? ''}`.length > 40) throw new Refused(422, 'invalid');
    if (`${address_line1}${address_line2}`.length > 50) throw new Refused(422, 'address_length_exceeds_limit');
    if (contact === from && address_country !== 'US') throw new Refused(422, 'foreign_return_address');
  }
  if (triggerOf(streetOf({ to })) === 'reject') throw new Refused(422, 'failed_deliverability_strictness');
}

const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

const errorOf = ({ status, code, message }: Refused) => ({ error: { code, message, status_code: status } });

export const openLob = (now?: () => number): Promise<LobDouble> => new LobDouble(now).open();
