/** `npm run demo`: the requests of a first order, one after the other, each printed with its answer. */

import { STATUS_CODES } from 'node:http';
import { styleText } from 'node:util';
import { productNamed } from '../../shared/products/index.ts';
import { OneLine } from '../local/terminal-log.ts';
import { filledExample, firstOrder } from './first-order.ts';
import { demoHelp, readOptions } from './options.ts';

interface DemoCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON, or the fields of a form as `name=value`. */
  readonly body?: string;
}

type JsonFields = Readonly<Record<string, unknown>>;

interface DemoReply {
  readonly status: number;
  /** `undefined` if the answer is a page. */
  readonly fields: JsonFields | undefined;
}

type Print = (line: string) => void;

const patienceMs = 60_000;

/** Adds colors, but only in a terminal. */
const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

function printTitle(print: Print, title: string): void {
  print(`\n${styled('bold', title)}`);
}

/** Throws OneLine with the service's own sentence if it refuses. Asks again until `isReady` accepts the answer. */
async function call(
  print: Print,
  request: DemoCall,
  isReady: (fields: JsonFields) => boolean = () => true,
): Promise<JsonFields> {
  print(styled('cyan', `${request.method} ${new URL(request.url).pathname}`));
  if (request.body !== undefined) print(request.body.trimEnd());
  const { status, fields } = await readyReply(request, isReady);
  const isRefused = status >= 400;
  print(styled(isRefused ? 'red' : 'green', `→ ${status} ${STATUS_CODES[status] ?? ''}`));
  print(fields === undefined ? '(a page for people)' : JSON.stringify(fields, null, 2));
  if (isRefused) throw new OneLine(`The service refused this with ${status}: ${fields?.error ?? 'it gave no reason.'}`);
  return fields ?? {};
}

async function readyReply(request: DemoCall, isReady: (fields: JsonFields) => boolean): Promise<DemoReply> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const reply = await send(request);
    if (reply.status >= 400 || isReady(reply.fields ?? {}) || Date.now() > deadline) return reply;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function send({ method, url, body }: DemoCall): Promise<DemoReply> {
  const type = body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(patienceMs) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, fields: isJson ? (JSON.parse(text) as JsonFields) : undefined };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    const { origin } = new URL(url);
    throw new OneLine(
      `Nothing answers at ${origin}: start the service with npm start, or name its address with --url.`,
    );
  }
}

export interface Demo {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

/** Throws OneLine if the order does not get through. */
export async function demo({ words, environment, print }: Demo): Promise<void> {
  const options = readOptions(words, environment);
  if (options === 'help') return print(demoHelp);
  const { product, baseUrl } = options;
  const order = firstOrder(product);
  const steps = order.length + 3;
  let step = 0;
  const next = (title: string, request: DemoCall, isReady?: (fields: JsonFields) => boolean) => {
    step += 1;
    printTitle(print, `${step} of ${steps}  ${title}`);
    return call(print, request, isReady);
  };
  print(`A first ${product} at ${baseUrl}, in ${steps} steps.`);
  const health = await next('See whether the service runs', { method: 'GET', url: `${baseUrl}/health` });
  if (health.payment_mode === undefined) throw new OneLine(`${baseUrl} is another service: it names no payment mode.`);
  // The example's bank account is invented, so no real partner must get it.
  if (health.payment_mode !== 'mock' && productNamed(product).drawsOn !== undefined)
    throw new OneLine(
      `This service takes real payments, and the example's bank account is invented: register your own at ${baseUrl}/bank-accounts/new, then follow examples/${product}.`,
    );
  let known: JsonFields = {};
  for (const { title, path, body } of order)
    known = {
      ...known,
      ...(await next(title, { method: 'POST', url: baseUrl + path, body: filledExample(body, known) })),
    };
  if (health.payment_mode !== 'mock')
    return print(
      `\nThis service takes real payments, so the demo stops here. A person pays at:\n  ${known.checkout_url}`,
    );
  const payment = { method: 'POST', url: String(known.checkout_url), body: 'action=pay' } as const;
  await next('Press Pay on the test checkout page', payment);
  const question = { method: 'GET', url: `${baseUrl}/jobs/${known.job_id}` } as const;
  const job = await next('Ask how the job stands', question, isPassedOn);
  if (job.status !== 'fulfilled')
    throw new OneLine(`The job is ${job.status}: ${job.error ?? 'it is still under way, ask again later.'}`);
  print(`\nPaid, and at the partner: ${String(job.fulfillment_status).replaceAll('_', ' ')}. See for yourself:`);
  print(`  The order    ${known.pay_url}`);
  const mailbox = `${new URL(baseUrl).origin}/_mailbox`;
  if (await isThere(mailbox)) print(`  The mailbox  ${mailbox}`);
}

const isPassedOn = ({ status }: JsonFields): boolean => status !== 'awaiting_payment' && status !== 'paid';

/** Checks for the mailbox, which only the service of npm start has. */
const isThere = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
