/** The developer's mailbox, on this machine only: what the simulated partners accepted, as a page and as JSON. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { depsFor, simulatedOrders } from '../../../shared/compose/app.ts';
import {
  type MailboxQuery,
  mailboxJobPage,
  mailboxPage,
  noMailboxPage,
  queryOf,
} from '../../../shared/pages/mailbox/mailbox.ts';
import type { Page } from '../../../shared/pages/page.ts';
import { readerFor } from '../../../shared/pages/reader.ts';
import { writeDurably } from '../emulators/write-durably.ts';
import type { GatewayResult } from '../gateway/answer.ts';
import type { LocalPages } from '../gateway/server.ts';
import { act } from './acts.ts';
import { emailFile, sentEmails } from './emails.ts';
import { allEntries, type MailboxEntry, simulatedKinds, tradeOf } from './entries.ts';
import { formFieldsOf, secret } from './guard.ts';
import { type Said, sentenceOf, sentences } from './sentences.ts';
import { cardFor, itemsOf, mailboxJob } from './show.ts';
import { counted, matching, soughtBy, soughtIn, withJob } from './sought.ts';

const cardsOnPage = 24;
const itemsInAnswer = 100;

const deps = depsFor({ function: 'mailbox' });

type MailboxEvent = APIGatewayProxyEventV2;

/** `dataDir`: where the mailbox remembers what was removed from its view. */
export function mailboxIn(dataDir: string): LocalPages {
  const removals = removalsIn(join(dataDir, 'mailbox.json'));
  return async (event) => {
    const [, , id = '', part] = event.rawPath.split('/');
    const { method } = event.requestContext.http;
    // Ids are not longer than this. DynamoDB refuses to look for a very long one, and for an empty one.
    if (id.length > 100 || (id === '' && part !== undefined)) return missing;
    if (method === 'POST' || method === 'DELETE') return part === undefined ? change(removals, event, id) : missing;
    if (method !== 'GET') return missing;
    if (part !== undefined) return file(id, part);
    if (id !== '') return one(removals, event, id);
    return wantsJson(event) ? list(removals, event) : page(removals, event);
  };
}

const wantsJson = ({ headers }: MailboxEvent): boolean => /\bapplication\/json\b/.test(headers.accept ?? '');

const originOf = ({ requestContext }: MailboxEvent): string => `http://${requestContext.domainName}`;

/** The jobs that were not removed from the view, newest first. */
const shown = async (removals: Removals): Promise<readonly MailboxEntry[]> => allEntries(deps, await removals.test());

/** Pay links and e-mail addresses stand in no entry, so the jobs are asked for them. */
async function soughtAmong(entries: readonly MailboxEntry[], sought: MailboxQuery): Promise<readonly MailboxEntry[]> {
  if (!sought.q?.includes('@')) return matching(entries, await withJob(deps, sought));
  const written = entries.map(async (entry) => {
    const job = await deps.jobs.get(entry.jobId);
    const addresses = [
      job?.notify?.email?.address,
      job?.notify?.payer?.address,
      ...(await sentEmails(deps, job)).map(({ to }) => to),
    ];
    return { ...entry, text: [entry.text, ...addresses].join('\n').toLowerCase() };
  });
  return matching(await Promise.all(written), sought);
}

async function list(removals: Removals, event: MailboxEvent): Promise<GatewayResult> {
  const sought = soughtBy(event);
  const items = (await soughtAmong(await shown(removals), sought))
    .flatMap((entry) => itemsOf(deps, entry, originOf(event)))
    .sort((a, b) => b.created_at - a.created_at);
  const { page, limit = itemsInAnswer } = sought;
  return json(200, { items: items.slice((page - 1) * limit, page * limit), total: items.length, page });
}

async function page(removals: Removals, event: MailboxEvent): Promise<GatewayResult> {
  const reader = await readerFor(deps.settings);
  if (simulatedKinds(deps).length === 0) return tagged(event, noMailboxPage(reader));
  const sought = soughtBy(event);
  const entries = await shown(removals);
  const found = await soughtAmong(entries, sought);
  const pages = Math.max(1, Math.ceil(found.length / cardsOnPage));
  const at = Math.min(sought.page, pages);
  const cards = found.slice((at - 1) * cardsOnPage, at * cardsOnPage);
  const view = {
    sought: { q: sought.q, kind: sought.kind, status: sought.status, view: sought.view },
    page: at,
    pages,
    secret,
    found: found.length,
    isEmpty: entries.length === 0,
    ...counted(entries, sought),
    cards: await Promise.all(cards.map((entry) => cardFor(deps, entry))),
    says: sentenceOf(event.queryStringParameters?.said),
  };
  return tagged(event, mailboxPage(view, reader));
}

/** The page's script asks every two seconds: what it knows already is not sent again. */
function tagged({ headers: asked }: MailboxEvent, { headers, body }: Page): GatewayResult {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  if (asked['if-none-match'] === etag) return { statusCode: 304, headers: { etag } };
  return { statusCode: 200, headers: { ...headers, etag }, body };
}

/** By the job's id, or by the partner's. */
const find = async (removals: Removals, id: string): Promise<MailboxEntry | undefined> =>
  (await shown(removals)).find(({ jobId, orders }) => jobId === id || orders.some((order) => order.id === id));

async function one(removals: Removals, event: MailboxEvent, id: string): Promise<GatewayResult> {
  const entry = await find(removals, id);
  if (entry === undefined) return missing;
  return /\btext\/html\b/.test(event.headers.accept ?? '')
    ? tagged(event, mailboxJobPage(await cardFor(deps, entry), secret, await readerFor(deps.settings)))
    : json(200, await mailboxJob(deps, entry, originOf(event)));
}

async function file(id: string, part: string): Promise<GatewayResult> {
  if (id.startsWith('mail_')) return (await emailFile(id, part)) ?? missing;
  const order = await simulatedOrders().get(id);
  if (order === undefined || !simulatedKinds(deps).includes(order.kind)) return missing;
  if (part === 'record.json') return json(200, tradeOf(deps, order.kind).record(order, deps.clock.now()));
  const pdf = order.documentKey === undefined ? undefined : await deps.documents.get(order.documentKey);
  if (pdf === undefined || part !== 'document.pdf') return missing;
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/pdf', 'cache-control': 'private, max-age=3600' },
    body: Buffer.from(pdf).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Forms are led back to the page, with what came of it. */
async function change(removals: Removals, event: MailboxEvent, id: string): Promise<GatewayResult> {
  const fields = formFieldsOf(event);
  if (typeof fields === 'string') return json(403, { error: fields });
  const isDelete = event.requestContext.http.method === 'DELETE';
  const { action = '', back = '' } = isDelete ? { back: event.rawQueryString } : fields;
  const entry = id === '' ? undefined : await find(removals, id);
  if (id !== '' && entry === undefined) return missing;
  const changed = (known: MailboxEntry) =>
    isDelete || action === 'remove' ? remove(removals, [known]) : act(deps, known, action);
  const emptied = async () => (isDelete || action === 'empty') && (await empty(removals, back));
  const key = await (entry === undefined ? emptied() : changed(entry));
  if (!key) return json(400, { error: 'There is no such action: GET the job here for those there are.' });
  if (isDelete || wantsJson(event) || fields.secret === undefined) return json(200, { says: sentences[key] });
  const { page: at, limit: _, ...sought } = soughtIn(back);
  const query = new URLSearchParams(queryOf(sought, at));
  query.set('said', key);
  return { statusCode: 303, headers: { location: `/_mailbox?${query}${entry ? `#${entry.jobId}` : ''}` } };
}

async function remove(removals: Removals, entries: readonly MailboxEntry[]): Promise<Said> {
  await removals.add(
    entries.map(({ jobId }) => jobId),
    deps.clock.now(),
  );
  return 'removed';
}

/** Everything, or what the filters of the view let through. */
async function empty(removals: Removals, search: string): Promise<Said> {
  const { q, kind, status } = soughtIn(search);
  if (q !== undefined || kind !== undefined || status !== undefined)
    return remove(removals, await soughtAmong(await shown(removals), { q, kind, status }));
  await removals.add('all', deps.clock.now());
  return 'empty';
}

const json = (statusCode: number, body: object): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body, undefined, 2),
});

const missing = json(404, { error: 'not_found' });

/** Times in Unix ms: up to `emptiedAt` all mail is removed, up to the time of a job the mail of that job. */
const removed = z.object({ emptiedAt: z.number(), jobs: z.record(z.string(), z.number()) });
type Removed = z.infer<typeof removed>;

interface Removals {
  /** Mail that comes after a removal is shown again. `newestAt`: the job's latest mail, Unix ms. */
  test(): Promise<(jobId: string, newestAt: number) => boolean>;
  /** `all`: everything that there is. */
  add(jobIds: readonly string[] | 'all', now: number): Promise<void>;
}

/** One file is rewritten each time. Beyond this, the mail that was removed first comes back. */
const mostJobs = 5_000;

export function removalsIn(file: string): Removals {
  let known: Promise<Removed> | undefined;
  const read = () => {
    // A file that is missing or spoilt costs nobody any mail: everything is shown again.
    known ??= readFile(file, 'utf8')
      .then((text) => removed.parse(JSON.parse(text)))
      .catch(() => ({ emptiedAt: 0, jobs: {} }));
    return known;
  };
  const after = async (jobIds: readonly string[] | 'all', now: number): Promise<Removed> => {
    const { emptiedAt, jobs } = await read();
    if (jobIds === 'all') return { emptiedAt: now, jobs: {} };
    const { length } = jobIds;
    const others = Object.entries(jobs).filter(([id]) => !jobIds.includes(id));
    return {
      emptiedAt,
      jobs: Object.fromEntries([...others.slice(length - mostJobs), ...jobIds.map((id) => [id, now] as const)]),
    };
  };
  let writing: Promise<unknown> = Promise.resolve();
  return {
    async test() {
      const { emptiedAt, jobs } = await read();
      return (jobId, newestAt) => newestAt <= Math.max(emptiedAt, jobs[jobId] ?? 0);
    },
    async add(jobIds, now) {
      // One after the other, so that none overwrites another.
      const written = writing.then(async () => {
        const next = await after(jobIds, now);
        await writeDurably(file, JSON.stringify(next));
        known = Promise.resolve(next);
      });
      writing = written.catch(() => {});
      await written;
    },
  };
}
