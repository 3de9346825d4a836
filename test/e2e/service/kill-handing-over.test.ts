/**
 * The process is killed while partners hold a letter, a check and a fax whose answer is still to come. The service's own
 * records tell how soon after the next start each is with its partner, and each partner has it once.
 */
import { grace, type Json, until } from '../../support/e2e/client.ts';
import { orderCheck, orderFax, registered } from '../../support/e2e/desk.ts';
import { expectDiscreet, type RealService, startRealService } from '../../support/e2e/real.ts';

/** The pauses of a service that nobody has tuned. */
const asShipped = { RETRY_BASE_SECONDS: '2' };

let running: RealService | undefined;
afterEach(() => running?.stop());

/** The fate of the calls that were under way at the kill. */
type Fate = 'silent_before' | 'silent_after';

/** The three calls never come back: without effect, or with an order that nobody hears of. */
function silence({ postgrid, telnyx }: RealService, fate: Fate): void {
  postgrid.next('POST /letters', fate);
  postgrid.next('POST /cheques', fate);
  telnyx.fault('create', fate === 'silent_before' ? 'silent' : 'silent_after');
}

const isHandingOver = ({ postgrid, telnyx }: RealService): boolean =>
  ['/letters', '/cheques'].every((path) =>
    postgrid.seen.some((asked) => asked.method === 'POST' && asked.path === path),
  ) && telnyx.asked.create === 1;

const fulfilledAt = ({ timeline }: Json): number => timeline.find(({ step }: Json) => step === 'handed_over').at;

/** The seconds from the start after the kill until the service's own record of the order at its partner. */
async function secondsAfterKill(fate: Fate): Promise<Readonly<Record<string, number>>> {
  const first = await startRealService(asShipped);
  running = first;
  const jobs: Readonly<Record<string, Json>> = {
    letter: await first.order({ to: grace }),
    check: await orderCheck(first, await registered(first)),
    fax: await orderFax(first),
  };
  silence(first, fate);
  for (const job of Object.values(jobs)) first.stripe.pay(first.sessionOf(job));
  await until(
    async () => isHandingOver(first),
    (isSo) => isSo,
    30_000,
  );
  await first.kill();
  const startedAt = Date.now();
  const service = await first.again();
  running = service;
  const seconds: Record<string, number> = {};
  for (const [product, { job_id }] of Object.entries(jobs)) {
    const job = await until(
      () => service.job(job_id),
      ({ status }) => status === 'fulfilled',
      200_000,
    );
    seconds[product] = (fulfilledAt(job) - startedAt) / 1_000;
    expect(await service.mailed(job_id)).toHaveLength(1);
  }
  expectDiscreet(service);
  process.stderr.write(`seconds after the start: ${JSON.stringify(seconds)}\n`);
  return seconds;
}

/** A letter and a check have keys, so nothing holds them up. Their claims would last 90 seconds. */
const expectAtOnce = ({ letter, check }: Readonly<Record<string, number>>) =>
  expect(Math.max(letter ?? Number.NaN, check ?? Number.NaN)).toBeLessThan(60);

test('what its partner has and nobody has heard of is found in the first minute after the next start', async () => {
  const seconds = await secondsAfterKill('silent_after');
  expectAtOnce(seconds);
  expect(seconds.fax).toBeLessThan(60);
}, 240_000);

test('what has not reached its partner goes out in the first minute, and a fax when its own minute is over', async () => {
  const seconds = await secondsAfterKill('silent_before');
  expectAtOnce(seconds);
  // Not before: its call could have been landing.
  expect(seconds.fax).toBeGreaterThanOrEqual(60);
  expect(seconds.fax).toBeLessThan(90);
}, 240_000);
