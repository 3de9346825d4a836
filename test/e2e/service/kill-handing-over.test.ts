/**
 * The process is killed while calls that order a letter, a check and a fax are under way. After the next start each is with
 * its partner once, and the service's own records say how soon.
 */
import { grace, type Json, until } from '../../support/e2e/client.ts';
import { orderCheck, orderFax, registered } from '../../support/e2e/desk.ts';
import { expectDiscreet, type RealService, startRealService } from '../../support/e2e/real.ts';

/** A seventh of the usual pauses. */
const baseSeconds = '0.3';
/** So long the lists of a partner may lack a new fax: thirty pauses. */
const listLagSeconds = 9;
/** So long the claim on a job would last: a look-up, the order's call of fifty pauses, and 20 s. */
const claimSeconds = 45;

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

/** The seconds until the service's own record of each order at its partner: from the next start, and for a fax from its payment. */
async function secondsAfterKill(fate: Fate): Promise<Readonly<Record<string, number>>> {
  const first = await startRealService({ RETRY_BASE_SECONDS: baseSeconds });
  running = first;
  const jobs: Readonly<Record<string, Json>> = {
    letter: await first.order({ to: grace }),
    check: await orderCheck(first, await registered(first)),
    fax: await orderFax(first),
  };
  silence(first, fate);
  const paidAt = Date.now();
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
      90_000,
    );
    seconds[product] = (fulfilledAt(job) - (product === 'fax' ? paidAt : startedAt)) / 1_000;
    expect(await service.mailed(job_id)).toHaveLength(1);
  }
  expectDiscreet(service);
  process.stderr.write(`seconds: ${JSON.stringify(seconds)}\n`);
  return seconds;
}

/** A letter and a check have keys, so nothing holds them up, not even the claim of the process that was killed. */
const expectAtOnce = ({ letter, check }: Readonly<Record<string, number>>) =>
  expect(Math.max(letter ?? Number.NaN, check ?? Number.NaN)).toBeLessThan(claimSeconds / 2);

test('an order that its partner has and the killed process has not recorded is found soon after the next start', async () => {
  const seconds = await secondsAfterKill('silent_after');
  expectAtOnce(seconds);
  expect(seconds.fax).toBeLessThan(claimSeconds / 2);
}, 120_000);

test('an order that a kill kept from its partner goes out after the next start, and a fax once the lists of its partner are complete', async () => {
  const seconds = await secondsAfterKill('silent_before');
  expectAtOnce(seconds);
  // Not before: it could be there, and not in the list yet.
  expect(seconds.fax).toBeGreaterThanOrEqual(listLagSeconds);
  expect(seconds.fax).toBeLessThan(claimSeconds);
}, 120_000);
