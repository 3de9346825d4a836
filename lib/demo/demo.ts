/** `npm run demo`: the requests of a first order in `examples`, each printed with its response. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { manifest } from '../../functions/manifest.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { catalogue, productNamed } from '../../shared/products/index.ts';
import { OneLine } from '../local/terminal-log.ts';

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

const patienceMs = 60_000;

/** Adds colors, but only in a terminal. */
const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

/** Throws OneLine with the service's own sentence if it refuses. Asks again until `isReady` accepts the answer. */
async function call(
  print: (line: string) => void,
  request: DemoCall,
  isReady: (fields: JsonFields) => boolean = () => true,
): Promise<JsonFields> {
  print(styled('cyan', `${request.method} ${new URL(request.url).pathname}`));
  if (request.body !== undefined) print(request.body.trimEnd());
  const deadline = Date.now() + patienceMs;
  let reply = await send(request);
  while (reply.status < 400 && !isReady(reply.fields ?? {}) && Date.now() <= deadline) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    reply = await send(request);
  }
  const { status, fields } = reply;
  const isRefused = status >= 400;
  print(styled(isRefused ? 'red' : 'green', `→ ${status} ${STATUS_CODES[status] ?? ''}`));
  print(fields === undefined ? '(a page for people)' : JSON.stringify(fields, null, 2));
  if (isRefused) throw new OneLine(`The service refused this with ${status}: ${fields?.error ?? 'no reason given.'}`);
  return fields ?? {};
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
    throw new OneLine(`No response from ${origin}. Start the service with npm start, or set its address with --url.`);
  }
}

/** Throws OneLine if the order does not get through. */
export async function demo(words: readonly string[], print: (line: string) => void): Promise<void> {
  const options = readOptions(words);
  if (options === 'help')
    return print(`npm run demo -- ${products.join('|')} [--url BASE_URL]

Places a first order with a running service (npm start), and prints every request and response:
a price, the job, the payment and the job’s status. The bodies are the files in examples/.
In test mode it presses Pay and nothing is charged; otherwise it stops before the payment.

  --url BASE_URL   the service (default: that of npm start, http://127.0.0.1:8787/v1)
  --help           print this

Exit codes: 0 if the partner has the order or someone has to pay for it; 1 otherwise.`);
  const { product, baseUrl } = options;
  const order = firstOrder(product);
  const steps = order.length + 3;
  let step = 0;
  const next = (title: string, request: DemoCall, isReady?: (fields: JsonFields) => boolean) => {
    step += 1;
    print(`\n${styled('bold', `${step} of ${steps}  ${title}`)}`);
    return call(print, request, isReady);
  };
  print(`A first ${product} at ${baseUrl}, in ${steps} steps.`);
  const health = await next('Check that the service is running', { method: 'GET', url: `${baseUrl}/health` });
  if (health.payment_mode === undefined) throw new OneLine(`${baseUrl} is a different service. Check the address.`);
  // The example's bank account is invented, so no real partner must get it.
  if (health.payment_mode !== 'mock' && productNamed(product).drawsOn !== undefined)
    throw new OneLine(
      `This service takes real payments, and the example's bank account isn't real. Register your own at ${baseUrl}/bank-accounts/new, then follow examples/${product}.`,
    );
  let results: JsonFields = {};
  for (const { title, path, body } of order)
    results = {
      ...results,
      ...(await next(title, { method: 'POST', url: baseUrl + path, body: filledExample(body, results) })),
    };
  if (health.payment_mode !== 'mock')
    return print(
      `\nThis service takes real payments, so the demo stops here. A person pays at:\n  ${results.checkout_url}`,
    );
  const payment = { method: 'POST', url: String(results.checkout_url), body: 'action=pay' } as const;
  await next('Press Pay on the test checkout page', payment);
  const question = { method: 'GET', url: `${baseUrl}/jobs/${results.job_id}` } as const;
  const job = await next(
    'Get the status of the job',
    question,
    ({ status }: JsonFields): boolean => status !== 'awaiting_payment' && status !== 'paid',
  );
  if (job.status !== 'fulfilled')
    throw new OneLine(`The job is ${job.status}: ${job.error ?? 'it is still in progress. Check again later.'}`);
  print(
    `\nPaid and accepted by the partner: ${String(job.fulfillment_status).replaceAll('_', ' ')}. See for yourself:`,
  );
  print(`  Order    ${results.pay_url}`);
  const mailbox = `${new URL(baseUrl).origin}/_mailbox`;
  // Checks for the mailbox, which only the service of npm start has.
  if (
    await fetch(mailbox).then(
      ({ ok }) => ok,
      () => false,
    )
  )
    print(`  Mailbox  ${mailbox}`);
}

const products = Object.keys(catalogue) as ProductName[];

/** Throws OneLine if the words make no sense. */
function readOptions(words: readonly string[]) {
  const parsed = () => {
    try {
      const url = { type: 'string', default: 'http://127.0.0.1:8787/v1' } as const;
      const options = { url, help: { type: 'boolean', short: 'h' } } as const;
      return parseArgs({ args: [...words], options, allowPositionals: true });
    } catch (error) {
      const [sentence] = (error as Error).message.split('. ');
      throw new OneLine(`${sentence}. npm run demo -- --help lists the options.`);
    }
  };
  const { values, positionals } = parsed();
  if (values.help) return 'help';
  const [name, ...rest] = positionals;
  if (name === undefined) throw new OneLine(`Name a product: npm run demo -- ${products.join('|')}.`);
  const product = products.find((each) => each === name);
  if (product === undefined) {
    const choice = new Intl.ListFormat('en', { type: 'disjunction' }).format(products);
    throw new OneLine(`No product is called ${name}. Choose ${choice}.`);
  }
  if (rest.length > 0) throw new OneLine(`The demo places one order at a time. Leave out ${rest.join(' ')}.`);
  const url = URL.parse(values.url);
  if (url === null || !url.protocol.startsWith('http'))
    throw new OneLine(
      `--url can't be ${JSON.stringify(values.url)}. Use a base address like http://127.0.0.1:8787/v1.`,
    );
  const path = url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, '');
  return { product, baseUrl: url.origin + path };
}

export function firstOrder(product: ProductName): readonly {
  readonly title: string;
  /** The path below the base address. */
  readonly path: string;
  /** JSON; QUOTE_ID and BANK_ACCOUNT_ID are replaced by ids from earlier responses, FRESH_UUID by a new key. */
  readonly body: string;
}[] {
  const folder = join(import.meta.dirname, '..', '..', 'examples', product);
  const example = (file: string) => readFileSync(join(folder, file), 'utf8');
  const quote = { title: 'Get the exact price', path: pathOf(`quote-${product}`), body: example('quote.json') };
  const job = {
    title: 'Create the job with that quote; nothing is charged yet',
    path: pathOf(`create-${product}-job`),
    body: example('job.json'),
  };
  if (productNamed(product).drawsOn === undefined) return [quote, job];
  const account = {
    title: 'Register a bank account, once; its numbers are not stored',
    path: pathOf('register-bank-account'),
    body: example('bank-account.json'),
  };
  return [account, quote, job];
}

function pathOf(name: string): string {
  const trigger = manifest.find((row) => row.name === name)?.trigger;
  const route = trigger !== undefined && 'http' in trigger ? trigger.http[0] : undefined;
  if (route === undefined) throw new Error(`functions/manifest.ts has no route for ${name}`);
  return route.replace('POST /v1', '');
}

/** The body with the ids from earlier answers and a new idempotency key filled in. */
export const filledExample = (body: string, results: Readonly<Record<string, unknown>>): string =>
  body
    .replaceAll('BANK_ACCOUNT_ID', String(results.bank_account_id))
    .replaceAll('QUOTE_ID', String(results.quote_id))
    .replaceAll('FRESH_UUID', randomUUID());
