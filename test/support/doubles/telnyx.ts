/**
 * A double of Telnyx's fax API on 127.0.0.1, as its client and documentation describe it: without idempotency keys, so
 * every accepted POST makes another fax.
 */
import { randomUUID } from 'node:crypto';
import {
  accountAnswer,
  eventOf,
  faxTrigger,
  healthyAccount,
  isAboutAccount,
  isUnavailable,
  keyPair,
  pace,
  sendEvent,
  signed,
} from './telnyx-events.ts';
import { type DoubleRequest, type Fault, openWire, type Reply, type UploadedFile } from './wire.ts';

const routes = ['create', 'list', 'get', 'cancel', 'delete', 'account', 'media', 'delete_media'] as const;
type Route = (typeof routes)[number];

/** A number is the status of an error response with Telnyx's body. */
export type TelnyxFault = Fault | number | 'reset' | 'silent';

export type DoubleStatus =
  | 'queued'
  | 'media.processing'
  | 'media.processed'
  | 'originated'
  | 'sending'
  | 'delivered'
  | 'failed';

export type DoubleFax = ReturnType<typeof newFax>;

interface DoubleClock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

interface TelnyxDoubleOptions {
  readonly clock: DoubleClock;
  /** Faxes move on their own, by the clock; otherwise only tests move them. */
  readonly moving?: boolean;
  /** How long it takes until a list shows a new fax. Telnyx doesn't document it. */
  readonly listLagMs?: number;
}

export type TelnyxDouble = Awaited<ReturnType<typeof telnyxDouble>>;

const settings = { apiKey: 'KEY_double', connectionId: '2201000000000000001', fromNumber: '+12125550100' };

const requiredFields = ['connection_id', 'from', 'to'] as const;
const cancellable: readonly string[] = ['queued', 'media.processed', 'originated', 'sending'];
const ended: readonly string[] = ['delivered', 'failed'];

export async function telnyxDouble({ clock, moving = false, listLagMs = 0 }: TelnyxDoubleOptions) {
  const faxes = new Map<string, DoubleFax>();
  /** The document of each fax, by the fax's id. */
  const media = new Map<string, Uint8Array>();
  /** The uploaded documents, by name; each is kept until `until`, Unix ms. */
  const stored = new Map<string, { readonly bytes: Uint8Array; readonly until: number }>();
  const calls = new Map<string, number>();
  const keys = keyPair();
  const account = healthyAccount(settings.connectionId, settings.fromNumber);
  let isClosed = false;

  const faxOf = (id: string): DoubleFax => {
    const fax = faxes.get(id);
    if (fax === undefined) throw new Error(`the double has no fax ${id}`);
    return fax;
  };
  /** The event of a fax's current status, signed now. */
  const event = (id: string) => signed(eventOf(faxOf(id), clock.now()), keys, clock.now());

  function move(id: string, status: DoubleStatus, failureReason: string | null = null): void {
    const fax = faxOf(id);
    if (ended.includes(fax.status) || isClosed) return;
    Object.assign(fax, { status, failure_reason: failureReason, updated_at: new Date(clock.now()).toISOString() });
    announce(fax);
  }

  function announce(fax: DoubleFax): void {
    if (fax.status === 'media.processing' || fax.status === 'originated') return;
    const { webhook_event_url, webhook_event_failover_url } = account.application;
    const urls = [fax.webhook_url || webhook_event_url, webhook_event_failover_url].filter((one) => one !== null);
    void sendEvent(urls, eventOf(fax, clock.now()), (event) => signed(event, keys, clock.now()));
  }

  /** Stores a fax's document and, if faxes move on their own, moves the fax to delivery. */
  async function run({ id, media_name }: DoubleFax): Promise<void> {
    const started = clock.now();
    const until = (ms: number) => clock.sleep(Math.max(0, started + ms - clock.now()));
    const document = stored.get(media_name ?? '');
    if (document !== undefined) media.set(id, document.bytes);
    if (!moving) return;
    await until(pace.processedAfterMs);
    move(id, 'media.processed');
    await until(pace.sendingAfterMs);
    move(id, 'sending');
    await until(pace.sentAfterMs);
    move(id, 'delivered');
  }

  function create({ fields: order }: DoubleRequest): Reply {
    const wrong = [...invalidFields(order), ...invalidMediaFields(order)];
    if (wrong.length > 0) return refused(422, wrong);
    if (order.connection_id !== settings.connectionId) return refused(404);
    const { to, client_state = '' } = order as { to: string; client_state?: string };
    const callsBefore = calls.get(client_state) ?? 0;
    calls.set(client_state, callsBefore + 1);
    if (faxTrigger(to) === 'reject') return refused(422, ['to']);
    if (isUnavailable(to, callsBefore)) return refused(503);
    const fax = newFax(order, clock.now());
    faxes.set(fax.id, fax);
    announce(fax);
    void run(fax).catch(() => {});
    return { status: 202, body: { data: { ...fax } }, isLost: faxTrigger(to) === 'lost_reply' && callsBefore === 0 };
  }

  /** An order has one document: at a URL, or uploaded and not expired. */
  function invalidMediaFields({ media_url, media_name, contents }: Record<string, unknown>): string[] {
    if (contents !== undefined || (media_url === undefined) === (media_name === undefined)) return ['media_url'];
    if (media_name === undefined) return typeof media_url === 'string' ? [] : ['media_url'];
    return (stored.get(`${media_name}`)?.until ?? 0) > clock.now() ? [] : ['media_name'];
  }

  function upload({ fields }: DoubleRequest): Reply {
    const { media: file, media_name = randomUUID(), ttl_secs = 172_800 } = fields;
    const { bytes } = (file ?? {}) as Partial<UploadedFile>;
    if (bytes === undefined || bytes.length > 20 * 1024 * 1024) return refused(422, ['media']);
    if (stored.has(`${media_name}`)) return refused(422, ['media_name']);
    const until = clock.now() + Number(ttl_secs) * 1_000;
    stored.set(`${media_name}`, { bytes, until });
    return { status: 201, body: { data: { media_name, expires_at: new Date(until).toISOString() } } };
  }

  function cancel(id: string): Reply {
    const fax = faxes.get(id);
    if (fax === undefined) return refused(404);
    if (!cancellable.includes(fax.status)) return refused(422);
    move(id, 'failed', 'sender_canceled');
    return { status: 202, body: { data: { result: 'ok' } } };
  }

  function answer(route: Route, request: DoubleRequest): Reply {
    if (request.headers.authorization !== `Bearer ${settings.apiKey}`) return refused(401);
    if (route === 'create') return create(request);
    if (route === 'media') return upload(request);
    if (route === 'account') return accountAnswer(account, request) ?? refused(404);
    if (route === 'list') {
      const shown = [...faxes.values()].filter(({ created_at }) => clock.now() - Date.parse(created_at) >= listLagMs);
      return { status: 200, body: pageOf(shown, request.query) };
    }
    const id = request.path.split('/')[3] ?? '';
    if (route === 'cancel') return cancel(id);
    const afterDeletion = (existed: boolean): Reply => (existed ? { status: 204 } : refused(404));
    if (route === 'delete_media') {
      const { until = 0 } = stored.get(id) ?? {};
      return afterDeletion(stored.delete(id) && until > clock.now());
    }
    if (route === 'delete') {
      media.delete(id);
      return afterDeletion(faxes.delete(id));
    }
    const fax = faxes.get(id);
    return fax === undefined ? refused(404) : { status: 200, body: { data: fax } };
  }

  const requestCounts = Object.fromEntries(routes.map((route) => [route, 0])) as Record<Route, number>;
  const faults = new Map<Route, { readonly fault: TelnyxFault; left: number }>();
  const wire = await openWire('telnyx', {
    unreadable: refused(422),
    faultOf(request) {
      const route = routeOf(request);
      if (route === undefined) return undefined;
      requestCounts[route] += 1;
      const planted = faults.get(route);
      if (planted === undefined || planted.left <= 0) return undefined;
      planted.left -= 1;
      const { fault } = planted;
      if (typeof fault === 'number') return refused(fault);
      return fault === 'reset' || fault === 'silent' ? `${fault}_before` : fault;
    },
    answer(request) {
      const route = routeOf(request);
      return route === undefined ? refused(404) : answer(route, request);
    },
  });
  return {
    base: `${wire.url}/v2`,
    /** The number of requests to each route. */
    requestCounts,
    /** Plants a fault for the next `times` requests to that route; `Infinity`: for all of them. */
    fault: (route: Route, fault: TelnyxFault, times = 1) => void faults.set(route, { fault, left: times }),
    close: () => {
      isClosed = true;
      return wire.close();
    },
    /** The configuration that the adapter needs. */
    settings,
    /** The operator's setup at Telnyx; tests may break it. */
    account,
    /** 32 bytes in base64, as in Telnyx's portal. */
    publicKey: keys.publicKey,
    /** All faxes, the oldest first. */
    faxes: () => [...faxes.values()],
    /** The faxes that weren't canceled. */
    activeFaxes: () => [...faxes.values()].filter(({ failure_reason }) => failure_reason !== 'sender_canceled'),
    media,
    stored,
    move,
    event,
  };
}

function routeOf(request: DoubleRequest): Route | undefined {
  const { method, path } = request;
  if (path === '/v2/media') return method === 'POST' ? 'media' : undefined;
  if (/^\/v2\/media\/[^/]+$/.test(path) && method === 'DELETE') return 'delete_media';
  if (path === '/v2/faxes') return method === 'POST' ? 'create' : 'list';
  if (/^\/v2\/faxes\/[^/]+$/.test(path) && method === 'GET') return 'get';
  if (/^\/v2\/faxes\/[^/]+$/.test(path) && method === 'DELETE') return 'delete';
  if (/^\/v2\/faxes\/[^/]+\/actions\/cancel$/.test(path) && method === 'POST') return 'cancel';
  return isAboutAccount(request) ? 'account' : undefined;
}

/** The fields of an order that are missing or wrong. */
function invalidFields(order: Record<string, unknown>): string[] {
  const missing = requiredFields.filter((name) => typeof order[name] !== 'string');
  if (missing.length > 0) return missing;
  const { to, from, client_state } = order;
  const validity = {
    to: /^\+\d{7,15}$/.test(String(to)),
    from: from === settings.fromNumber,
    // Base64.
    client_state: client_state === undefined || /^[A-Za-z\d+/]+=*$/.test(String(client_state)),
  };
  return Object.entries(validity).flatMap(([field, isValid]) => (isValid ? [] : [field]));
}

/** An error response, with one error for each wrong field. */
function refused(status: number, fields: readonly string[] = []): Reply {
  const error = { code: `${status}00`, title: 'Refused', detail: 'DETAIL OF THE PARTNER' };
  const errors = fields.map((field) => ({ ...error, source: { pointer: `/${field}` } }));
  return { status, body: { errors: errors.length === 0 ? [error] : errors } };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function newFax(order: Record<string, unknown>, now: number) {
  const at = new Date(now).toISOString();
  return {
    record_type: 'fax' as const,
    id: randomUUID(),
    direction: 'outbound' as const,
    created_at: at,
    updated_at: at,
    connection_id: String(order.connection_id),
    from: String(order.from),
    to: String(order.to),
    media_url: textOrNull(order.media_url),
    media_name: textOrNull(order.media_name),
    client_state: String(order.client_state ?? ''),
    quality: String(order.quality ?? 'normal'),
    monochrome: order.monochrome,
    webhook_url: String(order.webhook_url ?? ''),
    status: 'queued' as DoubleStatus,
    failure_reason: null as string | null,
  };
}

/** A page of Telnyx's list: filtered, newest first. */
function pageOf(faxes: readonly DoubleFax[], query: URLSearchParams): object {
  const [number, size] = [Number(query.get('page[number]') ?? 1), Number(query.get('page[size]') ?? 20)];
  const filterBy = (name: string) => query.get(`filter[${name}][eq]`);
  const [to, from, direction] = [filterBy('to'), filterBy('from'), filterBy('direction')];
  const since = query.get('filter[created_at][gte]');
  const before = query.get('filter[created_at][lt]');
  const found = faxes
    .filter((fax) => (to === null || fax.to === to) && (from === null || fax.from === from))
    .filter((fax) => direction === null || fax.direction === direction)
    .filter((fax) => since === null || Date.parse(fax.created_at) >= Date.parse(since))
    .filter((fax) => before === null || Date.parse(fax.created_at) < Date.parse(before))
    .toReversed();
  const total_pages = Math.ceil(found.length / size);
  return {
    data: found.slice((number - 1) * size, number * size),
    meta: { page_number: number, page_size: size, total_pages, total_results: found.length },
  };
}
