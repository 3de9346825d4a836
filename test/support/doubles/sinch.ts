/**
 * A double of Sinch's fax API on 127.0.0.1: access tokens, no idempotency, no way to cancel, and no callbacks, which Sinch
 * does not sign and the service does not ask for.
 */
import { randomUUID } from 'node:crypto';
import { type Answered, type Asked, faxTrigger, isOut, type Line, openLine } from './fax-line.ts';

const routes = ['create', 'list', 'get', 'forget', 'token'] as const;
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
  readonly contentUrl?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly maxRetries: number;
  readonly createTime: string;
  readonly projectId: string;
  status: SinchStatus;
  hasFile: boolean;
}

interface Time {
  now(): number;
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
  /** The documents that were uploaded, by fax. A fax that has lost its document says so in `hasFile`. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  move(id: string, status: SinchStatus, failure?: SinchFailure): void;
}

const settings = { projectId: 'project_double', keyId: 'key_double', keySecret: 'secret', fromNumber: '+12125550100' };
const basicAuthorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;
const faxesPath = `/v3/projects/${settings.projectId}/faxes`;
/** The lifetime of an access token. */
const tokenSeconds = 3_600;
const week = 7 * 24 * 60 * 60 * 1_000;

/** Faxes get on by command only. `listLagMs`: how long a new fax is in no list. */
export async function sinchDouble({
  clock,
  listLagMs = 0,
}: {
  readonly clock: Time;
  readonly listLagMs?: number;
}): Promise<SinchDouble> {
  const faxes = new Map<string, SinchDoubleFax>();
  const calls = new Map<string, number>();
  const documents = new Map<string, Uint8Array>();
  const tokens = new Map<string, number>();
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

  function create({ body }: Asked): Answered {
    const order = (body ?? {}) as Partial<SinchDoubleFax> & Uploads;
    const { to = '', contentUrl, files, labels = {} } = order;
    const document = documentIn(files);
    if ((contentUrl === undefined) === (document === undefined)) return { status: 400, body: errorOf(400) };
    if (!/^\+\d{7,15}$/.test(to)) return { status: 422, body: violation('to') };
    if ((order.from ?? settings.fromNumber) !== settings.fromNumber) return { status: 422, body: violation('from') };
    const callsBefore = calls.get(labels.reference ?? '') ?? 0;
    calls.set(labels.reference ?? '', callsBefore + 1);
    if (faxTrigger(to) === 'reject') return { status: 422, body: violation('to') };
    if (isOut(to, callsBefore)) return { status: 503, body: errorOf(503) };
    const fax = made(order, clock.now());
    faxes.set(fax.id, fax);
    if (document !== undefined) documents.set(fax.id, document);
    return { status: 200, body: { ...fax }, lost: faxTrigger(to) === 'lost_reply' && callsBefore === 0 };
  }

  /** OAuth 2 client credentials: our id and secret for a token of an hour. */
  function token({ headers, body }: Asked): Answered {
    if (headers.authorization !== basicAuthorization) return { status: 401, body: { error: 'invalid_client' } };
    if ((body as { grant_type?: string }).grant_type !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const access_token = `token_${randomUUID()}`;
    tokens.set(access_token, clock.now() + tokenSeconds * 1_000);
    return { status: 200, body: { access_token, token_type: 'bearer', expires_in: tokenSeconds, scope: '' } };
  }

  /** Only the document is deleted, and not before the fax has ended. */
  function forget(id: string): Answered {
    const fax = faxes.get(id);
    if (fax === undefined || !fax.hasFile) return { status: 404, body: errorOf(404) };
    if (fax.status === 'QUEUED' || fax.status === 'IN_PROGRESS') return { status: 409, body: errorOf(409) };
    fax.hasFile = false;
    return { status: 204 };
  }

  function answer(route: Route, asked: Asked): Answered {
    if (route === 'token') return token(asked);
    const [kind, given = ''] = (asked.headers.authorization ?? '').split(' ');
    if (kind !== 'Bearer' || (tokens.get(given) ?? 0) <= clock.now()) return { status: 401, body: errorOf(401) };
    if (!asked.url.pathname.startsWith(faxesPath)) return { status: 403, body: errorOf(403) };
    if (route === 'create') return create(asked);
    if (route === 'forget') return forget(asked.url.pathname.split('/')[5] ?? '');
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
    documents,
    move,
  };
}

interface Uploads {
  readonly files?: readonly { readonly file: string; readonly fileType: string }[];
}

/** The one PDF of an order in JSON, which carries it in Base64. */
function documentIn(files: Uploads['files']): Uint8Array | undefined {
  const [one] = files ?? [];
  const bytes = one?.fileType === 'PDF' ? Buffer.from(one.file, 'base64') : undefined;
  return bytes?.subarray(0, 5).toString() === '%PDF-' ? new Uint8Array(bytes) : undefined;
}

function routeOf({ method, url }: Asked): Route | undefined {
  if (url.pathname === '/oauth2/token' && method === 'POST') return 'token';
  if (/\/faxes\/[^/]+\/file$/.test(url.pathname)) return method === 'DELETE' ? 'forget' : undefined;
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
  contentUrl: order.contentUrl,
  labels: order.labels ?? {},
  maxRetries: order.maxRetries ?? 3,
  createTime: new Date(now).toISOString(),
  projectId: settings.projectId,
  status: 'QUEUED',
  hasFile: true,
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
