/**
 * The developer's mailbox: the orders that the simulated partners accepted, as a page and as JSON. It exists only on
 * this machine.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SimulatedOrder } from '../../shared/adapters/partners/simulated/simulated.ts';
import { depsFor, simulatedOrders } from '../../shared/app.ts';
import { productNames } from '../../shared/core/product.ts';
import { type MailboxItem, mailboxPage } from '../../shared/pages/mailbox.ts';
import { readerFor } from '../../shared/pages/reader.ts';
import { productNamed } from '../../shared/products/index.ts';
import type { Result } from './gateway/answer.ts';
import type { LocalPages } from './gateway/server.ts';

const shownAtMost = 100;

const deps = depsFor({ function: 'mailbox' });

export const mailbox: LocalPages = async (event) => {
  const [, , id, part] = event.rawPath.split('/');
  if (event.requestContext.http.method !== 'GET') return missing;
  if (id === undefined || id === '') return list(event);
  // No id is longer than this, and DynamoDB would refuse to look for a very long one.
  const order = id.length > 100 ? undefined : await simulatedOrders().get(id);
  const pdf = order?.documentKey === undefined ? undefined : await deps.documents.get(order.documentKey);
  if (pdf === undefined || part !== 'document.pdf') return missing;
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/pdf', 'cache-control': 'private, max-age=3600' },
    body: Buffer.from(pdf).toString('base64'),
    isBase64Encoded: true,
  };
};

async function list(event: APIGatewayProxyEventV2): Promise<Result> {
  const orders = await newest();
  const items = await Promise.all(orders.map(itemOf));
  if (/\bapplication\/json\b/.test(event.headers.accept ?? '')) {
    const origin = `http://${event.requestContext.domainName}`;
    return json(200, { items: items.map((item) => jsonOf(item, origin)) });
  }
  return { statusCode: 200, ...mailboxPage({ items }, readerFor(deps.settings)) };
}

async function newest(): Promise<readonly SimulatedOrder[]> {
  const ofEach = productNames.map((name) => simulatedOrders().newest(name, shownAtMost));
  return (await Promise.all(ofEach))
    .flat()
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, shownAtMost);
}

async function itemOf(order: SimulatedOrder): Promise<MailboxItem> {
  const record = await deps.partners[order.kind].record(order.id);
  const job = await deps.jobs.get(order.jobId);
  const [name, ...lines] = productNamed(order.kind).recipient(order.order);
  const printed = order.documentKey !== undefined;
  return {
    id: order.id,
    kind: order.kind,
    jobId: order.jobId,
    status: String(record?.status ?? 'unknown'),
    createdAt: order.createdAt,
    documentUrl: printed ? `/_mailbox/${order.id}/document.pdf` : null,
    documentSha256: order.documentSha256 ?? null,
    // The pay page's own preview, so that the page is drawn once for both.
    previewUrl: job?.document || job?.insert ? `/v1/pay/${job.payCode}/pages/1` : null,
    title: name ?? order.title,
    lines,
  };
}

const jsonOf = ({ id, kind, jobId, status, createdAt, documentSha256, documentUrl }: MailboxItem, origin: string) => ({
  id,
  kind,
  job_id: jobId,
  status,
  created_at: createdAt,
  document_sha256: documentSha256,
  document_url: documentUrl && origin + documentUrl,
});

const json = (statusCode: number, body: object): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const missing = json(404, { error: 'not_found' });
