/** The process is killed repeatedly, with payments in flight: nothing is lost and nothing is mailed twice. */
import { compactVerify, createRemoteJWKSet } from 'jose';
import { grace, type Json, text, until } from '../../support/e2e/client.ts';
import { freePort, type Service, startService, textOnly } from '../../support/e2e/service.ts';
import { newFolder } from '../../support/new-folder.ts';
import { sample } from '../../support/sampling.ts';

/** When to kill the process: once it has logged `pattern` this many `times`. */
const killPoints = sample(
  [
    { pattern: /"fact":"claimed"/g, times: 2 },
    { pattern: /"fact":"checkout_opened"/g, times: 2 },
    { pattern: /"fact":"paid"/g, times: 1 },
    { pattern: /"fact":"paid"/g, times: 3 },
    { pattern: /"fact":"accepted"/g, times: 1 },
    { pattern: /"fact":"accepted"/g, times: 3 },
  ],
  3,
);

const lettersPerRound = 4;

interface Ordered {
  readonly request: Json;
  /** The job, once its creation is acknowledged. */
  job?: Json;
  isPaid: boolean;
}

/** Orders and pays, unless that has had its response. After a restart, it is called again. */
async function orderAndPay(service: Service, order: Ordered): Promise<void> {
  order.job ??= await service
    .post('/jobs', order.request)
    .then(({ status, body }) => (status < 300 ? body : undefined));
  if (order.job === undefined || order.isPaid) return;
  const page = await service.pay(order.job.checkout_url);
  order.isPaid = page.status === 200 && page.text.includes('Paid');
}

/** The second order of each round has an address for which the partner's response is lost. */
async function newOrder(service: Service, key: string): Promise<Ordered> {
  const { quote_id } = await service.quote();
  const addressLine1 = key.endsWith('1') ? '1 TEST LOST REPLY ST' : '9 Quiet Road';
  const letter = { to: { ...grace, addressLine1 }, from: grace, text };
  return { request: { quote_id, idempotency_key: key, letter }, isPaid: false };
}

let running: Service | undefined;
afterEach(() => running?.kill());

test('after repeated kills every acknowledged job exists, every paid one is fulfilled, and each letter is mailed once', async () => {
  const folder = newFolder();
  const environment = { ...textOnly, PORT: await freePort(), SIMULATED_READY_SECONDS: '600' };
  const orders: Ordered[] = [];
  for (const [round, { pattern, times }] of killPoints.entries()) {
    const service = await startService(environment, folder);
    running = service;
    const killed = service.logged(pattern, times).then(() => service.kill());
    const newOrders = Array.from({ length: lettersPerRound }, async (_, index) => {
      const order = await newOrder(service, `key-${round}-${index}`);
      orders.push(order);
    });
    await Promise.allSettled(newOrders);
    await Promise.allSettled(orders.map((order) => orderAndPay(service, order)));
    await killed;
  }
  const service = await startService(environment, folder);
  running = service;
  // A request that was cut off before it had its payment page gets 409 until its first attempt's claim expires.
  const patienceMs = 75_000;
  for (const order of orders)
    await until(
      () => orderAndPay(service, order),
      () => order.isPaid,
      patienceMs,
    );
  for (const { job } of orders) {
    const ended = await service.jobUntil(job.job_id, { status: 'fulfilled' }, patienceMs);
    expect(ended).toMatchObject({ payment_status: 'paid', refund: 'not_applicable' });
    expect(await service.atPartner(job.job_id)).toHaveLength(1);
  }
  expect(new Set(orders.map(({ job }) => job.job_id)).size).toBe(orders.length);
  expect(orders.length).toBeGreaterThanOrEqual(lettersPerRound);
  await service.stop();
}, 180_000);

test('a receipt still verifies with /.well-known/jwks.json after the service was killed and restarted', async () => {
  const first = await startService(textOnly);
  const { job_id } = await first.order();
  const { signature, receipt_id } = (await first.get(`/jobs/${job_id}/receipt`)).body;
  await first.kill();
  const second = await startService(textOnly, first.dataDir);
  try {
    const keys = createRemoteJWKSet(new URL(`${second.baseUrl}/.well-known/jwks.json`));
    const { payload } = await compactVerify(signature, keys);
    expect(JSON.parse(new TextDecoder().decode(payload)).receipt_id).toBe(receipt_id);
  } finally {
    await second.stop();
  }
});
