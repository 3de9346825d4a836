/** The developer's mailbox, which exists only locally: what the simulated partners accepted, as a page and as JSON. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { depsFor, simulatedEmails, simulatedOrders } from '../../../shared/config/app.ts';
import { emailIdOf, eventIdOf, orderNumberOf, outboxIdOf, spokenOrderNumber } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { hasLeft } from '../../../shared/domain/job/lifecycle.ts';
import { formatMoney, totalCents } from '../../../shared/domain/money.ts';
import { maxRedials } from '../../../shared/domain/times.ts';
import { type Card, mailboxPage, noMailboxPage } from '../../../shared/pages/mailbox.ts';
import { readerFor } from '../../../shared/pages/reader.ts';
import { type SimulatedOrder, simulatedView } from '../../../shared/partners/simulated/simulated.ts';
import { productNamed } from '../../../shared/products/index.ts';
import type { GatewayResult } from '../gateway/http.ts';
import { currentActions, messages, performAction } from './actions.ts';
import { allMail, entryOf, type MailboxEntry, newestOrders, partnerProduct, simulatedKinds } from './entries.ts';

const deps = depsFor({ function: 'mailbox' });

/** Every form of the page contains this secret, which other origins cannot read. */
const secret = randomBytes(16).toString('base64url');

const wantsJson = ({ headers }: APIGatewayProxyEventV2): boolean => /\bapplication\/json\b/.test(headers.accept ?? '');

export async function mailbox(event: APIGatewayProxyEventV2): Promise<GatewayResult> {
  const [, , id = '', part] = event.rawPath.split('/');
  const { method } = event.requestContext.http;
  const origin = `http://${event.requestContext.domainName}`;
  // No id is longer than this. DynamoDB refuses very long and empty ids.
  if (id.length > 100 || (id === '' && part !== undefined)) return notFound;
  if (method === 'POST') return part === undefined ? handleButton(event, id) : notFound;
  if (method !== 'GET' && method !== 'HEAD') return notFound;
  if (part !== undefined) return showFile(id, part);
  if (id === '' && !wantsJson(event)) return showPage(event);
  if (id === '') {
    const limit = 100;
    const orders = await newestOrders(deps, limit);
    return json(200, { items: orders.slice(0, limit).map((order) => itemOf(order, origin)) });
  }
  const entry = await findEntry(id);
  return entry === undefined ? notFound : json(200, await mailboxJob(entry, origin));
}

async function findEntry(id: string): Promise<MailboxEntry | undefined> {
  const mail = (await allMail(deps)).find(({ jobId }) => jobId === id);
  return mail && entryOf(deps, mail);
}

/** Handles a button, and redirects its form back to the page. */
async function handleButton(event: APIGatewayProxyEventV2, id: string): Promise<GatewayResult> {
  const fields = formFieldsOf(event);
  if (typeof fields === 'string') return json(403, { error: fields });
  const entry = await findEntry(id);
  if (entry === undefined) return notFound;
  const outcome = await performAction(deps, entry, fields.action ?? '');
  if (outcome === undefined) return json(400, { error: 'No such action. GET this job to list its actions.' });
  if (wantsJson(event) || fields.secret === undefined) return json(200, { says: messages[outcome] });
  return { statusCode: 303, headers: { location: `/_mailbox#${id}` } };
}

/** The fields of the request, or a message if it is refused: pages from other origins must not change anything. */
function formFieldsOf(event: APIGatewayProxyEventV2): Readonly<Record<string, string>> | string {
  const { origin, 'sec-fetch-site': site, 'content-type': type = '' } = event.headers;
  const isOurs =
    (site === undefined || site === 'same-origin' || site === 'none') &&
    // Our own pages send no referrer, so browsers don't name their origin either. Their forms carry the secret.
    (origin === undefined || origin === 'null' || URL.parse(origin)?.host === event.requestContext.domainName);
  if (!isOurs) return 'Only the mailbox page and programs on this machine can do this.';
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString();
  // Parsing millions of fields would block the process. The largest form here has a few hundred characters.
  if (body.length > 10_000) return 'The body is too long for a mailbox form.';
  // Browsers send JSON to another origin only if that origin agrees, and this server never does.
  if (/^application\/json\b/i.test(type)) return jsonFields(body);
  const fields = Object.fromEntries(new URLSearchParams(body));
  const ours = Buffer.from(secret);
  const theirs = Buffer.from(fields.secret ?? '');
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
    ? fields
    : 'This form is from before the service restarted. Reload the page.';
}

function jsonFields(body: string): Readonly<Record<string, string>> | string {
  const refusal = 'The body must be a JSON object: {"action": "mail"}.';
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields !== 'object' || fields === null) return refusal;
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  } catch {
    return refusal;
  }
}

async function showPage({ headers: requestHeaders }: APIGatewayProxyEventV2): Promise<GatewayResult> {
  const reader = await readerFor(deps.settings);
  const maxCards = 24;
  const cards = async () => {
    const entries = await Promise.all((await allMail(deps)).slice(0, maxCards).map((mail) => entryOf(deps, mail)));
    return Promise.all(entries.flatMap((entry) => (entry === undefined ? [] : [cardFor(entry)])));
  };
  const { headers, body } =
    simulatedKinds(deps).length === 0 ? noMailboxPage(reader) : mailboxPage({ cards: await cards(), secret }, reader);
  // The page's script polls every two seconds, so an unchanged page is not sent again.
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  if (requestHeaders['if-none-match'] === etag) return { statusCode: 304, headers: { etag } };
  return { statusCode: 200, headers: { ...headers, etag }, body };
}

async function showFile(id: string, part: string): Promise<GatewayResult> {
  if (id.startsWith('mail_')) return showEmail(id, part);
  const order = await simulatedOrders().get(id);
  if (order === undefined || !simulatedKinds(deps).includes(order.kind)) return notFound;
  if (part === 'record.json') return json(200, partnerProduct(deps, order.kind).record(order, deps.clock.now()));
  const pdf = order.documentKey === undefined ? undefined : await deps.documents.get(order.documentKey);
  if (pdf === undefined || part !== 'document.pdf') return notFound;
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/pdf', 'cache-control': 'private, max-age=3600' },
    body: Buffer.from(pdf).toString('base64'),
    isBase64Encoded: true,
  };
}

function attemptOf(order: SimulatedOrder, number: number): Card['attempts'][number] {
  const product = partnerProduct(deps, order.kind);
  const now = deps.clock.now();
  const view = simulatedView(product, order, now);
  return {
    number,
    partnerStatus: String(product.record(order, now).status),
    reason: order.cancelledAt === undefined && view.kind === 'stopped' ? view.reason : undefined,
    recordUrl: `/_mailbox/${order.id}/record.json`,
    documentUrl: order.documentKey === undefined ? null : `/_mailbox/${order.id}/document.pdf`,
  };
}

async function cardFor(entry: MailboxEntry) {
  const { jobId, job, status, newestAt } = entry;
  const product = productNamed(job.product);
  const [title = '', ...lines] = product.recipient(job.order);
  return {
    jobId,
    kind: job.product,
    orderNumber: spokenOrderNumber(orderNumberOf(jobId)),
    total: formatMoney(totalCents(job.price), job.price.currency),
    status,
    title,
    lines,
    createdAt: newestAt,
    mailedAt: status === 'mailed' ? (hasLeft(job) && job.firstSeenAt.dispatched) || newestAt : undefined,
    // Newest first.
    attempts: entry.orders.map((order, at) => attemptOf(order, at + 1)).reverse(),
    maxAttempts: maxRedials + 1,
    // The same preview as on the pay page, so that it is rendered only once.
    previewUrl: job.document || job.insert ? `/v1/pay/${job.payCode}/pages/1` : null,
    checkFace: product.checkFace?.(job),
    payUrl: `/v1/pay/${job.payCode}`,
    statusUrl: `/v1/jobs/${jobId}`,
    receiptUrl: `/v1/jobs/${jobId}/receipt`,
    ...(await currentActions(deps, entry)),
    emails: await sentEmails(job),
  };
}

/** The order in the JSON of the mailbox. */
const itemOf = (order: SimulatedOrder, origin: string) => ({
  id: order.id,
  kind: order.kind,
  job_id: order.jobId,
  status: partnerProduct(deps, order.kind).record(order, deps.clock.now()).status,
  created_at: order.createdAt,
  document_sha256: order.documentSha256 ?? null,
  document_url: order.documentKey === undefined ? null : `${origin}/_mailbox/${order.id}/document.pdf`,
});

async function mailboxJob(entry: MailboxEntry, origin: string) {
  const { jobId, job, status, orders } = entry;
  return {
    job_id: jobId,
    kind: job.product,
    api_status: status,
    ...(await currentActions(deps, entry)),
    emails: (await sentEmails(job)).map(({ to, subject, text, stopUrl, htmlUrl, textUrl }) => ({
      to,
      subject,
      text,
      stop_url: stopUrl,
      html_url: origin + htmlUrl,
      text_url: origin + textUrl,
    })),
    items: orders.map((order) => itemOf(order, origin)).reverse(),
  };
}

/** Oldest first. The outboxes name the emails, so no search is needed. */
async function sentEmails(job: Job) {
  if (job.notify === undefined) return [];
  const recipients = ['email', 'payer'] as const;
  const outboxes = await Promise.all(recipients.map((name) => deps.outboxes.get(outboxIdOf(name, job.id))));
  const ids = outboxes.flatMap((outbox) =>
    (outbox?.deliveries ?? []).map(({ event }) => emailIdOf(eventIdOf(job.id, event), outbox?.to ?? '')),
  );
  const emails = await Promise.all(ids.map((id) => simulatedEmails().get(id)));
  return emails
    .flatMap((email) => (email === undefined ? [] : [email]))
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ id, to, subject, text, stopUrl }) => ({
      to,
      subject,
      text,
      stopUrl,
      htmlUrl: `/_mailbox/${id}/email.html`,
      textUrl: `/_mailbox/${id}/email.txt`,
    }));
}

/** Shows an email as HTML or text. */
async function showEmail(id: string, part: string): Promise<GatewayResult> {
  const email = await simulatedEmails().get(id);
  if (email === undefined || (part !== 'email.html' && part !== 'email.txt')) return notFound;
  return {
    statusCode: 200,
    headers: {
      'content-type': `text/${part === 'email.html' ? 'html' : 'plain'}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: part === 'email.html' ? email.html : email.text,
  };
}

const json = (statusCode: number, body: object): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body, undefined, 2),
});

const notFound = json(404, { error: 'not_found' });
