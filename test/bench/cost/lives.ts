/** The lives of a letter, as callers, payer, partner and sweeper make them. */

import { getJob } from '../../../shared/usecases/jobs/get-job.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import { caller, ordered, orderFor, payingEvent, quoted, received } from '../../support/fakes/deps.ts';
import { lifeOf, openPrintHouse, type PrintHouse } from '../../support/simulation/print-house.ts';
import { textOf } from '../documents.ts';
import { livesInDays, payer } from './assumed.ts';
import type { Desk } from './desk.ts';
import type { Act } from './seen.ts';

const text = textOf(1);
const day = 86_400_000;
/** After its last reading. */
const wholeLifeMs = 90 * day;

export const quote = async (desk: Desk): Promise<unknown> =>
  (await desk.as('quote-letter', (deps) => quoted(deps, { text }))).quote_id;

const order = (desk: Desk, quoteId: unknown, notify?: object): Promise<string> =>
  desk.as('create-letter-job', async (deps) => {
    const { letter, ...rest } = orderFor(quoteId);
    return (await ordered(deps, { ...rest, notify, letter: { ...letter, text } })).body.job_id as string;
  });

/** The payer takes the usual time. */
async function pay(desk: Desk, jobId: string): Promise<void> {
  await desk.sweptFor(payer.paysAfterMs);
  const event = await payingEvent(desk.deps, jobId);
  await desk.as('receive-stripe-event', (deps) => received(deps, event));
  // The partner takes the order, whether the event waits for that or not.
  await desk.sweptFor(10_000);
}

interface LifeOptions {
  /** Days until the letter is completed. */
  readonly days: number;
  readonly notify?: object;
  readonly onEnd?: (desk: Desk, jobId: string) => Promise<void>;
}

/** From the job's creation until nobody asks for it any more; its quotes and status reads are counted by themselves. */
export function life({ days, notify, onEnd }: LifeOptions): Act<unknown> {
  let house: PrintHouse | undefined;
  const stations = lifeOf(days);
  return {
    shape: (deps) => {
      house = openPrintHouse(deps, stations, 'postgrid');
    },
    prepare: quote,
    act: async (desk, quoteId) => {
      const jobId = await order(desk, quoteId, notify);
      await pay(desk, jobId);
      const takenAt = house?.takenAt() ?? Number.NaN;
      if (Number.isNaN(takenAt)) throw new Error('the partner has not taken the letter');
      // The partner sends an event at each station, one more when it has the order, and one with what the carrier says.
      const told = [...stations.map(({ ageMs }) => ageMs), (days - 1) * day].sort((a, b) => a - b);
      for (const ageMs of told) {
        await desk.sweptFor(Math.max(0, takenAt + ageMs - desk.deps.clock.now()));
        await desk.as('receive-postgrid-event', (deps) => house?.tell(deps) ?? Promise.reject(new Error('no house')));
      }
      await desk.sweptFor(wholeLifeMs);
      await onEnd?.(desk, jobId);
    },
  };
}

/** A job that nobody pays, until its payment page has expired. */
export const abandoned: Act<unknown> = {
  prepare: quote,
  act: async (desk, quoteId) => {
    const jobId = await order(desk, quoteId);
    await desk.sweptFor(2 * day);
    const job = await desk.deps.jobs.get(jobId);
    if (job?.dueAt !== undefined) throw new Error('an unpaid job is looked after for ever');
  },
};

/** A status, half an hour after the partner has taken the letter. */
export const reading: Act<string> = {
  shape: (deps) => void openPrintHouse(deps, lifeOf(livesInDays.usual)),
  prepare: async (desk) => {
    const jobId = await order(desk, await quote(desk));
    await pay(desk, jobId);
    await desk.sweptFor(day / 48);
    return jobId;
  },
  act: (desk, jobId) => desk.as('get-job', (deps) => ask(getJob, deps, { job_id: jobId }, caller)),
};
