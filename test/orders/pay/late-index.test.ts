/** A new link works even if the index does not have its order yet. */
import { getLetter } from '../../../shared/orders/follow/get-letter.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { caller, submitted } from '../../support/fakes/orders.ts';

/** An order that the index does not find the first times. */
async function late(misses: number) {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const job = await deps.jobs.get(jobId);
  const looked: number[] = [];
  const startedAt = deps.clock.now();
  const lateIn = (find: (key: string) => Promise<string | undefined>) => async (key: string) => {
    looked.push(deps.clock.now() - startedAt);
    return looked.length > misses ? find(key) : undefined;
  };
  const { idByPayCode, idByPartnerId } = deps.jobs;
  Object.assign(deps.jobs, { idByPayCode: lateIn(idByPayCode), idByPartnerId: lateIn(idByPartnerId) });
  return { deps, looked, payCode: job?.payCode ?? '', letterId: job?.partner?.id ?? '' };
}

test.each([
  [0, [0]],
  [1, [0, 50]],
  [2, [0, 50, 200]],
])('after %i misses the page and the letter are found', async (misses, expected) => {
  const paying = await late(misses);
  expect(await showPayPage(paying.deps, paying.payCode)).toMatchObject({ recipient: 'Ada Lovelace' });
  expect(paying.looked).toEqual(expected);
  const reading = await late(misses);
  const { body } = await ask(getLetter, reading.deps, { letter_id: reading.letterId }, caller);
  expect(body).toMatchObject({ id: reading.letterId });
  expect(reading.looked).toEqual(expected);
});

test('a malformed pay code is not looked up', async () => {
  const { deps, looked } = await late(0);
  await expect(showPayPage(deps, 'pay_nothing')).rejects.toMatchObject({ code: 'not_found' });
  expect(looked).toEqual([]);
});
