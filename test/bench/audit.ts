/** The audit of large days: a whole night on a clock that only waits pass, and what each reading takes of the processor. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmulators } from '../../lib/local/emulators/emulators.ts';
import { openTable } from '../../shared/adapters/dynamo/collection.ts';
import { jobsIn } from '../../shared/adapters/dynamo/jobs.ts';
import { postgridLetters } from '../../shared/adapters/partners/postgrid/letter.ts';
import { stripePayments } from '../../shared/adapters/payments/stripe/stripe.ts';
import { letterOrder } from '../support/contracts/orders.ts';
import { sampleRequest } from '../support/contracts/partner-promises.ts';
import { checkoutFor } from '../support/contracts/payment-promises.ts';
import { openPostgrid } from '../support/doubles/postgrid.ts';
import { startStripe } from '../support/doubles/stripe.ts';
import { memoryDeps, paid, placed } from '../support/fakes/deps.ts';
import { milliseconds, type Section } from './report.ts';

const days = [20_000, 200_000] as const;
const onPaper = 3_000_000;

interface Night {
  readonly calls: number;
  readonly hours: number;
  readonly cpuMs: number;
  readonly heldMb: number;
  readonly noteBytes: number;
  readonly isRight: boolean;
  readonly differences: number;
}

interface Readings {
  readonly item: number;
  readonly paymentPage: number;
  readonly orderPage: number;
}

const child = (name: string) => join(import.meta.dirname, 'children', name);

const running = promisify(execFile);

const answerOf = async <T>(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<T> =>
  JSON.parse((await running(process.execPath, args, { env })).stdout) as T;

export async function audit(folder: string): Promise<Section> {
  const nights: { readonly jobs: number; readonly night: Night }[] = [];
  for (const jobs of days)
    nights.push({ jobs, night: await answerOf<Night>(['--expose-gc', child('audit-night.ts'), `${jobs}`]) });
  if (nights.some(({ night }) => !night.isRight)) throw new Error('the audit has not found what was planted');
  const readings = await measured(folder);
  const cpuOf = (jobs: number) => {
    const largest = nights.at(-1);
    const own = ((largest?.night.cpuMs ?? 0) / (largest?.jobs ?? 1)) * jobs;
    return own + 3 * jobs * readings.item + (jobs / 100) * (readings.paymentPage + readings.orderPage);
  };
  const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;
  const rows = nights.map(({ jobs, night }) => [
    jobs.toLocaleString('en-US'),
    ...[`${night.hours.toFixed(2)} h`, `${night.calls}`, minutes(cpuOf(jobs)), `${night.heldMb.toFixed(1)} MB`],
    `${night.differences} of ${night.differences}`,
  ]);
  // A run works for 14.5 of 15 minutes. Partners list page after page, and the jobs come after them.
  const hours = (((onPaper / 100) * 0.4 + (onPaper * 0.005) / 20) / 3_600) * (15 / 14.5);
  const paper = [`${hours.toFixed(2)} h`, `${Math.ceil(hours * 4)}`, minutes(cpuOf(onPaper)), '', ''];
  return {
    title: 'The audit of a day',
    header: ['Jobs', 'From 03:00', 'Calls', 'Processor', 'Memory held', 'Planted and found'],
    rows: [...rows, [`${onPaper.toLocaleString('en-US')}, on paper`, ...paper], ...readingRows(readings)],
  };
}

const readingRows = ({ item, paymentPage, orderPage }: Readings): string[][] =>
  (
    [
      ['one job, read from the table', item],
      ['100 payments, one page of Stripe', paymentPage],
      ['100 letters, one page of PostGrid', orderPage],
    ] as const
  ).map(([what, ms]) => [what, '', '', milliseconds(ms), '', '']);

/** The real adapters against doubles that run in this process; what they take is measured in another. */
async function measured(folder: string): Promise<Readings> {
  const emulators = await startEmulators(folder);
  const [stripe, postgrid] = await Promise.all([startStripe(), openPostgrid({ now: Date.now })]);
  const memory = memoryDeps();
  const jobId = await placed(memory);
  await paid(memory, jobId);
  const job = await memory.jobs.get(jobId);
  Object.assign(process.env, emulators.variables);
  const tableName = emulators.variables.TABLE_NAME ?? '';
  if (job !== undefined) await jobsIn(openTable(tableName)).create(job);
  const clock = { now: Date.now, sleep: async () => {} };
  const log = { alarm: () => {} };
  const { secretKey, url } = stripe;
  const payments = stripePayments({ secretKey, webhookSecrets: [], apiBase: url, operator: {}, clock, log });
  const { apiKey, baseUrl } = postgrid;
  const letters = postgridLetters({ apiKey, baseUrl, log });
  for (let at = 0; at < 100; at += 1) {
    stripe.pay((await payments.open(checkoutFor(`job_${at}`, Date.now()))).id);
    await letters.submit(sampleRequest('letter', letterOrder('none'), `job_${at}`));
  }
  const env = {
    ...process.env,
    ...{ TABLE_NAME: tableName, JOB_ID: jobId, STRIPE_URL: url, STRIPE_KEY: secretKey },
    ...{ POSTGRID_URL: baseUrl, POSTGRID_KEY: apiKey },
  };
  try {
    return await answerOf<Readings>([child('audit-reads.ts')], env);
  } finally {
    await Promise.all([stripe.close(), postgrid.close(), emulators.close()]);
  }
}
