/** The lives of a letter, as callers, payer, partner and sweeper make them. */
import { mockEvent } from '../../../shared/adapters/payments/mock-event.ts';
import { checkoutLivesMs } from '../../../shared/core/lifetimes.ts';
import { payPage } from '../../../shared/pages/pay.ts';
import { countRequest } from '../../../shared/usecases/count-request.ts';
import { getJob } from '../../../shared/usecases/jobs/get-job.ts';
import { showPayPage } from '../../../shared/usecases/pay/show-pay-page.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import { caller, ordered, orderFor, payingEvent, quoted, received } from '../../support/fakes/orders.ts';
import { readerFor } from '../../support/pages/reader.ts';
import { lifeOf, openPrintHouse, type PrintHouse } from '../../support/simulation/print-house.ts';
import { textOf } from '../documents.ts';
import { payer } from './assumed.ts';
import type { Desk } from './desk.ts';
import type { Act } from './seen.ts';

const text = textOf(1);
const day = 86_400_000;
/** After its last reading. */
const wholeLifeMs = 90 * day;

export const quote = async (desk: Desk): Promise<unknown> =>
  (await desk.as('POST /v1/quotes', (deps) => quoted(deps, { text }))).quote_id;

const order = (desk: Desk, quoteId: unknown, notify?: object): Promise<string> =>
  desk.as('POST /v1/jobs', async (deps) => {
    const { letter, ...rest } = orderFor(quoteId);
    return (await ordered(deps, { ...rest, notify, letter: { ...letter, text } })).body.job_id as string;
  });

/** The payer takes the usual time. */
async function pay(desk: Desk, jobId: string): Promise<void> {
  await desk.sweptFor(payer.paysAfterMs);
  const event = await payingEvent(desk.deps, jobId);
  await desk.as('POST /v1/webhooks/stripe', (deps) => received(deps, event));
  // The partner takes the order, whether the event waits for that or not.
  await desk.sweptFor(10_000);
}

interface LifeOptions {
  /** Days until the letter is completed. */
  readonly days: number;
  /** Looks at its status meanwhile. */
  readonly looks?: number;
  readonly notify?: object;
  readonly onEnd?: (desk: Desk, jobId: string) => Promise<void>;
}

/** From the job's creation until nobody asks for it any more; its quotes are counted by themselves. */
export function life({ days, looks = 0, notify, onEnd }: LifeOptions): Act<unknown> {
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
      const tell = () =>
        desk.as('POST /v1/webhooks/postgrid', (deps) => house?.tell(deps) ?? Promise.reject(new Error('no house')));
      const look = () => lookAt(desk, jobId);
      // The partner sends an event at each station, one more when it has the order, and one with what the carrier says.
      const told = [...stations.map(({ ageMs }) => ageMs), (days - 1) * day].map((ageMs) => [ageMs, tell] as const);
      const looked = Array.from({ length: looks }, (_, at) => [((at + 1) * days * day) / looks, look] as const);
      for (const [ageMs, happens] of [...told, ...looked].sort(([one], [other]) => one - other)) {
        await desk.sweptFor(Math.max(0, takenAt + ageMs - desk.deps.clock.now()));
        await happens();
      }
      await desk.sweptFor(wholeLifeMs);
      await onEnd?.(desk, jobId);
    },
  };
}

/** A job that nobody pays, until the provider tells that its payment page has expired, and beyond. */
export const abandoned: Act<unknown> = {
  prepare: quote,
  act: async (desk, quoteId) => {
    const jobId = await order(desk, quoteId);
    await desk.sweptFor(checkoutLivesMs);
    const [open] = desk.deps.sessions.all();
    if (open === undefined) throw new Error('no payment page was opened');
    const ended = await desk.deps.payments.mock.end(open.id, 'expired');
    const event = mockEvent(ended ?? open, 'evt_test_1', desk.deps.clock.now());
    await desk.as('POST /v1/webhooks/stripe', (deps) => received(deps, event));
    await desk.sweptFor(2 * day);
    const job = await desk.deps.jobs.get(jobId);
    if (job?.dueAt !== undefined) throw new Error('an unpaid job is looked after for ever');
  },
};

/** Looks at the status by a program, spread over the way of a letter. */
const lookAt = (desk: Desk, jobId: string) =>
  desk.as('GET /v1/jobs/{job_id}', (deps) => ask(getJob, deps, { job_id: jobId }, caller));

/** A look of a payer at the page of an order, as the browser gets it. */
export const payPageSeen: Act<string> = {
  prepare: async (desk) => {
    const job = await desk.deps.jobs.get(await order(desk, await quote(desk)));
    return job?.payCode ?? '';
  },
  act: (desk, code) =>
    desk.as('GET /v1/pay/{code}', async (deps) => {
      await countRequest(deps, { name: 'show-pay-page', limitedAs: 'reads' }, caller);
      return payPage(await showPayPage(deps, code), readerFor({ operator: {}, isTest: false }));
    }),
};
