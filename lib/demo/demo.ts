/** `npm run demo`: the requests of a first order, one after the other, each printed with its answer. */
import { productNamed } from '../../shared/products/index.ts';
import { OneLine } from '../local/one-line.ts';
import { call, type DemoCall, type JsonFields, printTitle } from './call.ts';
import { filledExample, firstOrder } from './first-order.ts';
import { demoHelp, readOptions } from './options.ts';

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
