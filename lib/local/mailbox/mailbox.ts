/** The developer's mailbox, on this machine only: what the simulated partners accepted, as a page and as JSON. */
import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { depsFor, simulatedOrders } from '../../../shared/config/app.ts';
import { mailboxPage, noMailboxPage } from '../../../shared/pages/mailbox.ts';
import type { Page } from '../../../shared/pages/page.ts';
import { readerFor } from '../../../shared/pages/reader.ts';
import type { GatewayResult } from '../gateway/http.ts';
import { act, sentences } from './acts.ts';
import { allMail, entryOf, type MailboxEntry, newestOrders, simulatedKinds, tradeOf } from './entries.ts';
import { formFieldsOf, secret } from './guard.ts';
import { cardFor, emailFile, itemOf, mailboxJob } from './show.ts';

const deps = depsFor({ function: 'mailbox' });

type MailboxEvent = APIGatewayProxyEventV2;

export async function mailbox(event: MailboxEvent): Promise<GatewayResult> {
  const [, , id = '', part] = event.rawPath.split('/');
  const { method } = event.requestContext.http;
  // Ids are not longer than this. DynamoDB refuses to look for a very long one, and for an empty one.
  if (id.length > 100 || (id === '' && part !== undefined)) return missing;
  const wantsJson = ({ headers }: MailboxEvent): boolean => /\bapplication\/json\b/.test(headers.accept ?? '');
  const find = async (id: string): Promise<MailboxEntry | undefined> => {
    const mail = (await allMail(deps)).find(({ jobId }) => jobId === id);
    return mail && entryOf(deps, mail);
  };
  // Forms are led back to the page.
  const change = async (event: MailboxEvent, id: string): Promise<GatewayResult> => {
    const fields = formFieldsOf(event);
    if (typeof fields === 'string') return json(403, { error: fields });
    const entry = await find(id);
    if (entry === undefined) return missing;
    const key = await act(deps, entry, fields.action ?? '');
    if (key === undefined) return json(400, { error: 'No such action. GET this job to list its actions.' });
    if (wantsJson(event) || fields.secret === undefined) return json(200, { says: sentences[key] });
    return { statusCode: 303, headers: { location: `/_mailbox#${id}` } };
  };
  if (method === 'POST') return part === undefined ? change(event, id) : missing;
  if (method !== 'GET' && method !== 'HEAD') return missing;
  if (part !== undefined) return file(id, part);
  const originOf = ({ requestContext }: MailboxEvent): string => `http://${requestContext.domainName}`;
  const one = async (event: MailboxEvent, id: string): Promise<GatewayResult> => {
    const entry = await find(id);
    return entry === undefined ? missing : json(200, await mailboxJob(deps, entry, originOf(event)));
  };
  if (id !== '') return one(event, id);
  const itemsInAnswer = 100;
  const list = async (event: MailboxEvent): Promise<GatewayResult> => {
    const orders = await newestOrders(deps, itemsInAnswer);
    return json(200, { items: orders.slice(0, itemsInAnswer).map((order) => itemOf(deps, order, originOf(event))) });
  };
  const page = async (event: MailboxEvent): Promise<GatewayResult> => {
    const reader = await readerFor(deps.settings);
    if (simulatedKinds(deps).length === 0) return tagged(event, noMailboxPage(reader));
    const mail = await allMail(deps);
    const cards = await Promise.all(
      mail.slice(0, 24).map(async (each) => {
        const entry = await entryOf(deps, each);
        return entry === undefined ? [] : [await cardFor(deps, entry)];
      }),
    );
    return tagged(event, mailboxPage({ cards: cards.flat(), secret }, reader));
  };
  return wantsJson(event) ? list(event) : page(event);
}

/** The page's script asks every two seconds: what it knows already is not sent again. */
function tagged({ headers: sent }: MailboxEvent, { headers, body }: Page): GatewayResult {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  if (sent['if-none-match'] === etag) return { statusCode: 304, headers: { etag } };
  return { statusCode: 200, headers: { ...headers, etag }, body };
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

const json = (statusCode: number, body: object): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body, undefined, 2),
});

const missing = json(404, { error: 'not_found' });
