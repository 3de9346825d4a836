/** What one reading of each book takes of the processor: a job of the table, a page of payments, a page of orders. */

import { openTable } from '../../../shared/adapters/dynamo/collection.ts';
import { jobsIn } from '../../../shared/adapters/dynamo/jobs.ts';
import { postgridLetters } from '../../../shared/adapters/partners/postgrid/letter.ts';
import { stripePayments } from '../../../shared/adapters/payments/stripe/stripe.ts';

const {
  TABLE_NAME = '',
  JOB_ID = '',
  STRIPE_URL = '',
  STRIPE_KEY = '',
  POSTGRID_URL = '',
  POSTGRID_KEY = '',
} = process.env;
const clock = { now: Date.now, sleep: async () => {} };
const log = { alarm: () => {} };
const jobs = jobsIn(openTable(TABLE_NAME));
const payments = stripePayments({
  ...{ secretKey: STRIPE_KEY, webhookSecrets: [], apiBase: STRIPE_URL, operator: {}, clock, log },
});
const letters = postgridLetters({ apiKey: POSTGRID_KEY, baseUrl: POSTGRID_URL, log });
const dayMs = 24 * 60 * 60 * 1_000;
const now = Math.floor(Date.now() / 1_000) * 1_000;
const span = { from: now - dayMs, to: now + dayMs };
const today = new Date(now).toISOString().slice(0, 10);

async function cpuMs(times: number, atOnce: number, read: () => Promise<unknown>): Promise<number> {
  const round = () => Promise.all(Array.from({ length: atOnce }, read));
  for (let warm = 0; warm < 10; warm += 1) await round();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += atOnce) await round();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

const item = await cpuMs(4_000, 20, () => jobs.get(JOB_ID));
const paymentPage = await cpuMs(60, 4, () => payments.movedWithin(span));
const orderPage = await cpuMs(60, 1, () => letters.ordersOn(today));
console.log(JSON.stringify({ item, paymentPage, orderPage }));
process.exit(0);
