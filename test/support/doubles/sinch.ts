/**
 * A double of Sinch's fax API on 127.0.0.1: no idempotency, no way to cancel, and no callbacks, which Sinch does not sign
 * and the service does not ask for.
 */
import { randomUUID } from 'node:crypto';
import { type Answered, type Asked, faxTrigger, isBusyLine, isOut, type Line, openLine, pace } from './fax-line.ts';

const routes = ['create', 'list', 'get'] as const;
type Route = (typeof routes)[number];

export type SinchStatus = 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILURE';

interface SinchFailure {
  readonly errorType: string;
  readonly errorCode: number;
}

interface SinchDoubleFax extends Partial<SinchFailure> {
  readonly id: string;
  readonly direction: 'OUTBOUND';
  readonly to: string;
  readonly from: string;
  readonly contentUrl: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly maxRetries: number;
  readonly createTime: string;
  readonly projectId: string;
  status: SinchStatus;
}

interface Time {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export interface SinchDouble extends Line<Route> {
  readonly settings: {
    readonly projectId: string;
    readonly keyId: string;
    readonly keySecret: string;
    readonly fromNumber: string;
  };
  /** Every fax ever made, the oldest first. */
  faxes(): readonly SinchDoubleFax[];
  move(id: string, status: SinchStatus, failure?: SinchFailure): void;
}

const settings = { projectId: 'project_double', keyId: 'key_double', keySecret: 'secret', fromNumber: '+12125550100' };
const authorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;
const faxesPath = `/v3/projects/${settings.projectId}/faxes`;
const busy: SinchFailure = { errorType: 'CALL_ERROR', errorCode: 17 };
const week = 7 * 24 * 60 * 60 * 1_000;

/**
 * `moving`: faxes get on by themselves, by the clock; otherwise on command only. `listLagMs`: how long a new fax is in no
 * list.
 */
export async function sinchDouble({
  clock,
  moving = false,
  listLagMs = 0,
}: {
  readonly clock: Time;
  readonly moving?: boolean;
  readonly listLagMs?: number;
}): Promise<SinchDouble> {
  const faxes = new Map<string, SinchDoubleFax>();
  const calls = new Map<string, number>();
  let closed = false;

  const faxOf = (id: string): SinchDoubleFax => {
    const fax = faxes.get(id);
    if (fax === undefined) throw new Error(`the double has no fax ${id}`);
    return fax;
  };

  function move(id: string, status: SinchStatus, failure?: SinchFailure): void {
    const fax = faxOf(id);
    if (fax.status === 'COMPLETED' || fax.status === 'FAILURE' || closed) return;
    Object.assign(fax, { status, ...failure });
  }

  async function run({ id, to, labels }: SinchDoubleFax): Promise<void> {
    await clock.sleep(pace.sendingAfterMs);
    if (isBusyLine(to, labels.reference ?? '')) return move(id, 'FAILURE', busy);
    move(id, 'IN_PROGRESS');
    await clock.sleep(pace.sentAfterMs - pace.sendingAfterMs);
    move(id, 'COMPLETED');
  }

  function create({ body }: Asked): Answered {
    const order = (body ?? {}) as Partial<SinchDoubleFax>;
    const { to = '', contentUrl, labels = {} } = order;
    if (contentUrl === undefined) return { status: 400, body: errorOf(400) };
    if (!/^\+\d{7,15}$/.test(to)) return { status: 422, body: violation('to') };
    if ((order.from ?? settings.fromNumber) !== settings.fromNumber) return { status: 422, body: violation('from') };
    const callsBefore = calls.get(labels.reference ?? '') ?? 0;
    calls.set(labels.reference ?? '', callsBefore + 1);
    if (faxTrigger(to) === 'reject') return { status: 422, body: violation('to') };
    if (isOut(to, callsBefore)) return { status: 503, body: errorOf(503) };
    const fax = made(order, clock.now());
    faxes.set(fax.id, fax);
    if (moving) void run(fax).catch(() => {});
    return { status: 200, body: { ...fax }, lost: faxTrigger(to) === 'lost_reply' && callsBefore === 0 };
  }

  function answer(route: Route, asked: Asked): Answered {
    if (asked.headers.authorization !== authorization) return { status: 401, body: errorOf(401) };
    if (route === 'create') return create(asked);
    const ageOf = ({ createTime }: SinchDoubleFax) => clock.now() - Date.parse(createTime);
    const told = [...faxes.values()].filter((fax) => ageOf(fax) >= listLagMs);
    const isAsked = (fax: SinchDoubleFax, on = asked.url.searchParams.get('createTime')) =>
      on === null ? ageOf(fax) < week : fax.createTime.startsWith(on);
    if (route === 'list')
      return {
        status: 200,
        body: listed(
          told.filter((fax) => isAsked(fax)),
          asked.url.searchParams,
        ),
      };
    const fax = faxes.get(asked.url.pathname.split('/')[5] ?? '');
    return fax === undefined ? { status: 404, body: errorOf(404) } : { status: 200, body: fax };
  }

  const line = await openLine<Route>({ partner: 'sinch', routes, routeOf, answer, errorOf });
  return {
    ...line,
    close: () => {
      closed = true;
      return line.close();
    },
    settings,
    faxes: () => [...faxes.values()],
    move,
  };
}

function routeOf({ method, url }: Asked): Route | undefined {
  if (url.pathname === faxesPath) return method === 'POST' ? 'create' : 'list';
  return url.pathname.startsWith(`${faxesPath}/`) && method === 'GET' ? 'get' : undefined;
}

const errorOf = (status: number) => ({ code: `${status}`, error: 'Refused', message: 'DETAIL OF THE PARTNER' });

const violation = (field: string) => ({
  ...errorOf(422),
  details: { fieldViolations: [{ field, description: 'DETAIL OF THE PARTNER' }] },
});

const made = (order: Partial<SinchDoubleFax>, now: number): SinchDoubleFax => ({
  id: `01${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`,
  direction: 'OUTBOUND',
  to: order.to ?? '',
  from: order.from ?? settings.fromNumber,
  contentUrl: order.contentUrl ?? '',
  labels: order.labels ?? {},
  maxRetries: order.maxRetries ?? 3,
  createTime: new Date(now).toISOString(),
  projectId: settings.projectId,
  status: 'QUEUED',
});

function listed(faxes: readonly SinchDoubleFax[], query: URLSearchParams): object {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 100)];
  const found = faxes.filter(({ to }) => to.startsWith(query.get('to') ?? '')).toReversed();
  return {
    faxes: found.slice((page - 1) * size, page * size),
    pageNumber: page,
    pageSize: size,
    totalPages: Math.ceil(found.length / size),
    totalItems: found.length,
  };
}
