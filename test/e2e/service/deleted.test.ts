/** The raw items and objects of a whole store: no word of a document stays once its sender has deleted it. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ownClient } from '../../../lib/local/emulators/aws.ts';
import { startTableStore } from '../../../lib/local/emulators/table-store.ts';
import { tableDefinition } from '../../../lib/table.ts';
import { ada, grace, letterOf } from '../../support/e2e/client.ts';
import { checkOf, faxOf, paid, registered } from '../../support/e2e/desk.ts';
import { newFolder, type Service, startService } from '../../support/e2e/service.ts';
import { textsOf } from '../../support/read-pdf.ts';

/** One for each text that a sender writes. No other word of an order holds one. */
const secrets = ['quagga', 'okapi', 'bongo', 'dugong', 'narwhal'] as const;
const quick = { SIMULATED_READY_SECONDS: '0' };
/** Longer than an unpaid order of the same quote can need the quote's own PDF. */
const nextDay = `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${26 * 3_600_000}`;

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const secretsIn = (text: string) => secrets.filter((word) => text.toLowerCase().includes(word));

/** All texts of an item, also those that are packed. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join('\n');
  const text = `${value}`;
  try {
    return `${text}\n${inflateRawSync(Buffer.from(text, 'base64'))}`;
  } catch {
    return text;
  }
}

/** The stores of a service that has stopped: each secret with the kind of the item or object that holds it, and all keys. */
async function stored() {
  const found = new Set<string>();
  const keys: string[] = [];
  const table = await startTableStore(join(folder, 'table'), 'jobs', tableDefinition);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: table.url, ...ownClient }));
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'jobs' }));
  client.destroy();
  await table.close();
  expect(Items.length).toBeGreaterThan(20);
  for (const item of Items) for (const word of secretsIn(textOf(item))) found.add(`${item.id.split('_')[0]}: ${word}`);
  for (const name of await readdir(join(folder, 'documents'))) {
    const file = await readFile(join(folder, 'documents', name));
    const end = file.indexOf('\n');
    const { key } = JSON.parse(file.toString('utf8', 0, end));
    const bytes = file.subarray(end + 1);
    const isPdf = bytes.toString('latin1', 0, 4) === '%PDF';
    const text = isPdf ? (await textsOf(new Uint8Array(bytes))).join('\n') : bytes.toString('utf8');
    for (const word of secretsIn(text)) found.add(`${key.split('_')[0]}: ${word}`);
    keys.push(key);
  }
  return { found: [...found].sort(), keys };
}

/** Runs the service on the folder, and leaves it. */
async function during<T>(work: (service: Service) => Promise<T>, environment = {}): Promise<T> {
  const service = await startService({ ...quick, ...environment }, folder);
  try {
    return await work(service);
  } finally {
    await service.leave();
  }
}

/** Orders of every product and kind of content, paid, looked at and sent. */
async function sentOrders(service: Service): Promise<string[]> {
  const notify = { email: 'grace@example.com' };
  const cover = { to: 'Grace', note: 'Bring the dugong.' };
  const [text, html, faxed] = [
    'Dear {{quagga}},\n\nthe quagga works.',
    '<p>The okapi works.</p>',
    'The narwhal works.',
  ];
  const letter = async (content: object) =>
    service.make('/jobs', {
      ...letterOf((await service.quote(content)).quote_id, {}, content),
      notify,
      idempotency_key: crypto.randomUUID(),
    });
  const { quote_id: checkQuote } = await service.make('/check-quotes', { country: 'US' });
  const { quote_id: faxQuote } = await service.make('/fax-quotes', { country: 'US', text: faxed, cover });
  const jobs = [
    await letter({ text }),
    await letter({ html }),
    await service.make('/check-jobs', {
      ...checkOf(checkQuote, await registered(service), { to: ada, from: grace, message: '<p>For the bongo.</p>' }),
      notify,
    }),
    await service.make('/fax-jobs', { ...faxOf(faxQuote, { text: faxed }), notify }),
  ];
  for (const job of jobs) {
    await paid(service, Promise.resolve(job));
    expect((await service.get(`${job.pay_url}/pages/1`)).status).toBe(200);
  }
  for (const { job_id, service: product } of jobs)
    await service.jobUntil(job_id, { fulfillment_status: product === 'fax' ? 'sent' : 'mailed' });
  return jobs.map(({ job_id }) => job_id);
}

const deleted = (ids: readonly string[]) => async (service: Service) => {
  for (const id of [...ids, ...ids]) expect((await service.remove(`/jobs/${id}/document`)).status).toBe(204);
  return Promise.all(ids.map((id) => service.job(id)));
};

/** Other orders of a quote may still print its own PDF. */
const quotesOwn = ['unpaid/quote: dugong', 'unpaid/quote: narwhal', 'unpaid/quote: okapi'];

test('a deletion leaves no word in any item, and a day later none in any object', async () => {
  const ids = await during(sentOrders);
  const before = await stored();
  expect(before.found).toEqual([
    ...['cheque: bongo', 'fax: dugong', 'job: bongo', 'job: dugong', 'job: quagga'],
    ...['paid/job: bongo', 'paid/job: dugong', 'paid/job: narwhal', 'paid/job: okapi', 'paid/job: quagga'],
    ...['partner/fax: dugong', 'partner/fax: narwhal', 'partner/letter: okapi', 'partner/letter: quagga'],
    ...['quote: dugong', 'quote: quagga'],
    ...['unpaid/job: bongo', 'unpaid/job: dugong', 'unpaid/job: narwhal', 'unpaid/job: quagga'],
    ...quotesOwn,
  ]);
  expect(before.keys.filter((key) => key.startsWith('previews/')).length).toBe(ids.length);
  const jobs = await during(deleted(ids));
  for (const job of jobs) expect(job.document_deleted_at).toBeGreaterThan(job.created_at);
  const after = await stored();
  expect(after.found).toEqual(quotesOwn);
  expect(after.keys.filter((key) => !key.startsWith('unpaid/quote_'))).toEqual([]);
  await during(deleted(ids), { NODE_OPTIONS: nextDay });
  expect(await stored()).toEqual({ found: [], keys: [] });
}, 180_000);
