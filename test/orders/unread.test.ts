/** A partner that repeatedly reports no status raises an alarm. A single missing status does not. */
import { advance } from '../../shared/orders/advance.ts';
import type { PartnerView } from '../../shared/partners/partner.ts';
import { forEachProduct, memoryDeps } from '../support/fakes/deps.ts';
import { submitted } from '../support/fakes/orders.ts';

const silence = 'a partner reports no status';

test.each<[string, () => PartnerView]>([
  ['reports nothing', () => ({ kind: 'unknown' })],
  [
    'fails',
    () => {
      throw new Error('no');
    },
  ],
])('a partner that %s raises an alarm every ten readings, until it reports a status', async (_, silent) => {
  const deps = memoryDeps();
  let reading = silent;
  let readings = 0;
  const { letter } = deps.partners;
  const read = async (): Promise<PartnerView> => {
    readings += 1;
    return reading();
  };
  Object.assign(deps, {
    partners: { ...forEachProduct((product) => deps.partners[product]), letter: { ...letter, read } },
  });
  const jobId = await submitted(deps, 'letter');
  const alarms = () => deps.alarms.filter(({ message }) => message === silence).map(({ fields }) => fields.tries);
  const readUntil = async (count: number) => {
    for (let rounds = 0; readings < count && rounds < 100; rounds += 1) {
      const { dueAt = 0 } = (await deps.jobs.get(jobId)) ?? {};
      await deps.clock.advance(Math.max(1, dueAt - deps.clock.now()));
      await advance(deps, jobId);
    }
    expect(readings).toBe(count);
  };
  await readUntil(9);
  expect(alarms()).toEqual([]);
  await readUntil(20);
  expect(alarms()).toEqual([10, 20]);
  reading = () => ({ kind: 'progress', progress: { stage: 'accepted' } });
  await readUntil(21);
  reading = silent;
  await readUntil(30);
  expect(alarms()).toEqual([10, 20]);
  expect((await deps.jobs.get(jobId))?.partner).toMatchObject({ failedReads: 9 });
});
