/** A partner that never tells how an order stands raises an alarm, and one silence does not. */
import type { PartnerView } from '../../shared/ports.ts';
import { forEachProduct, memoryDeps, paid, placedAs, reconcileFor } from '../support/fakes/deps.ts';

const silence = 'a partner does not tell how an order stands';

test.each<[string, () => PartnerView]>([
  ['says nothing', () => 'unknown'],
  [
    'breaks',
    () => {
      throw new Error('no');
    },
  ],
])('a partner that %s raises an alarm every ten readings, until it tells', async (_, silent) => {
  const deps = memoryDeps({ readyMs: 1_000_000_000 });
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
  const jobId = await placedAs(deps, 'letter');
  await paid(deps, jobId);
  const alarms = () => deps.alarms.filter(({ message }) => message === silence).map(({ fields }) => fields.tries);
  const readUntil = async (count: number) => {
    for (let hour = 0; readings < count && hour < 2_000; hour += 1) {
      await deps.clock.wind(3_600_000);
      await reconcileFor(deps);
    }
  };
  await readUntil(9);
  expect(alarms()).toEqual([]);
  await readUntil(20);
  expect(alarms()).toEqual([10, 20]);
  reading = () => ({ progress: { stage: 'accepted' } });
  await readUntil(21);
  reading = silent;
  await readUntil(30);
  expect(alarms()).toEqual([10, 20]);
  expect((await deps.jobs.get(jobId))?.partner).toMatchObject({ unread: 9 });
});
