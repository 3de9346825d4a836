/** The fields of a job's status that a user interface shows: links, steps and the expected delivery. */
import { dayOf } from '../../../shared/domain/job/job.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { getJobEvents } from '../../../shared/notify/notifications.ts';
import { getJob } from '../../../shared/orders/follow/get-job.ts';
import { progressOf } from '../../../shared/orders/follow/progress.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { usualTimes } from '../../../shared/products/arrival.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { caller, paid, placedAs } from '../../support/fakes/orders.ts';

const minute = 60_000;

type View = Readonly<Record<string, unknown>>;

/** A new job of the product, and a function that reads its status. */
async function placed(product: ProductName) {
  const deps = memoryDeps({ readyMs: minute });
  const job_id = await placedAs(deps, product);
  const view = async (): Promise<View> => (await ask(getJob, deps, { job_id }, caller)).body;
  return { deps, job_id, view };
}

const stepsOf = ({ timeline }: View) => (timeline as { step: string; at: number | null }[]).map(({ step }) => step);

test('once the payment page of an unpaid order has closed, the status has no link to it', async () => {
  const { deps, view } = await placed('letter');
  expect(await view()).toMatchObject({ checkout_url: expect.any(String), expires_at: expect.any(Number) });
  await deps.clock.advance(24 * 60 * minute);
  const { status, checkout_url, expires_at, summary } = await view();
  expect({ status, checkout_url, expires_at }).toEqual({ status: 'awaiting_payment' });
  expect(summary).toContain('Its payment page has closed.');
});

test.each(productNames)('the timeline of a %s is the same as on its page', async (product) => {
  const { deps, job_id, view } = await placed(product);
  const checkedSteps = async () => {
    const status = await view();
    const job = await deps.jobs.get(job_id);
    const steps = job && progressOf(job, deps.clock.now()).steps;
    expect(status.timeline).toEqual(steps?.map(({ name, at }) => ({ step: name, at: at ?? null })));
    expect((await ask(getJobEvents, deps, { job_id }, caller)).body).toMatchObject({
      job_id,
      timeline: status.timeline,
    });
    return stepsOf(status);
  };
  const laterSteps = product === 'fax' ? ['sending', 'sent'] : ['printing', 'mailed'];
  expect(await checkedSteps()).toEqual(['ordered', 'paid', 'handed_over', ...laterSteps]);
  await paid(deps, job_id);
  await checkedSteps();
  await deps.clock.advance(10 * minute);
  expect((await checkedSteps()).at(-1)).toBe(laterSteps[1]);
});

test('the expected delivery is an estimate with its source, shown from the payment until the latest day', async () => {
  const { deps, job_id, view } = await placed('letter');
  expect((await view()).expected_delivery).toBeUndefined();
  await paid(deps, job_id);
  const { carrier, mail } = usualTimes.US;
  const published = `${carrier} publishes ${mail[0]} to ${mail[1]} business days from mailing to delivery`;
  const { expected_delivery: beforeMailing } = await view();
  expect(beforeMailing).toEqual({
    is_estimate: true,
    earliest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    latest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    source: expect.stringContaining(`${published}; printing before that`),
  });
  await deps.clock.advance(10 * minute);
  const { expected_delivery: afterMailing } = await view();
  expect(afterMailing).toMatchObject({ source: `${published}.` });
  const { latest } = afterMailing as { latest: string };
  expect(latest > dayOf(deps.clock.now())).toBe(true);
  await deps.clock.advance(Date.parse(`${latest}T23:59:59Z`) + 1_000 - deps.clock.now());
  expect((await view()).expected_delivery).toBeUndefined();
});

test('the job id, which can cancel the order, is in no other field of the status', async () => {
  const { job_id, view } = await placed('check');
  const { job_id: _, ...rest } = await view();
  expect(JSON.stringify(rest)).not.toContain(job_id);
  expect(rest).toMatchObject({ order_number: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/) });
  expect(rest.receipt_url).toBe(`${rest.pay_url}/receipt`);
});
