/** Alarms for what a person must look at. */
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, ordered, orderFor, payingEvent, placed, quoted } from '../support/fakes/orders.ts';

const raised = ({ alarms }: MemoryDeps) => alarms.map(({ message }) => message);
const silent = () => Promise.reject(new Error('no answer'));

test('a payment provider that does not answer calls a person, from each call that a caller waits for', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  const deaf = { ...deps, payments: paymentsBut(deps, { open: silent, expire: silent }) };
  await expect(ask(cancelJob, deaf, { job_id: jobId }, caller)).rejects.toMatchObject({ code: 'unavailable' });
  const { quote_id } = await quoted(deps);
  await expect(ordered(deaf, orderFor(quote_id))).rejects.toMatchObject({ code: 'unavailable' });
  expect(raised(deps)).toEqual(['payment provider', 'payment provider']);
});

test('an order that a partner takes after its job has ended calls a person, with the partner’s id', async () => {
  const deps = memoryDeps();
  const { letter } = deps.partners;
  const submit: typeof letter.submit = async (request) => {
    await deps.clock.sleep(5_000);
    return letter.submit(request);
  };
  Object.assign(deps, { partners: { ...deps.partners, letter: { ...letter, submit } } });
  const jobId = await placed(deps);
  await payingEvent(deps, jobId);
  await deps.clock.wind(600_000);
  const handing = advance(deps, jobId);
  await deps.clock.wind(1_000);
  const job = await deps.jobs.get(jobId);
  if (job !== undefined) await deps.jobs.replace({ ...job, state: 'cancelled', refund: 'issued' });
  await handing;
  const [order] = deps.orders.all();
  expect(deps.alarms).toEqual([
    { message: 'accepted by the partner after the job had ended', fields: { jobId, partnerId: order?.id } },
  ]);
});
