/** A new pay link or letter id works even if the index does not have its order yet. */
import { getLetter } from '../../../shared/orders/follow/get-letter.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { caller, submitted } from '../../support/fakes/orders.ts';

/** A letter that the first `misses` look-ups in the index don't find. `lookedUpAfterMs`: when it was looked up. */
async function letterWithLateIndex(misses: number) {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const job = await deps.jobs.get(jobId);
  const lookedUpAfterMs: number[] = [];
  const startedAt = deps.clock.now();
  const lateIn = (find: (key: string) => Promise<string | undefined>) => async (key: string) => {
    lookedUpAfterMs.push(deps.clock.now() - startedAt);
    return lookedUpAfterMs.length > misses ? find(key) : undefined;
  };
  const { idByPayCode, idByPartnerId } = deps.jobs;
  Object.assign(deps.jobs, { idByPayCode: lateIn(idByPayCode), idByPartnerId: lateIn(idByPartnerId) });
  return { deps, lookedUpAfterMs, payCode: job?.payCode ?? '', letterId: job?.partner?.id ?? '' };
}

test.each([
  [0, [0]],
  [1, [0, 50]],
  [2, [0, 50, 200]],
])('the page and the letter are found after %i misses in the index', async (misses, expected) => {
  const forPage = await letterWithLateIndex(misses);
  expect(await showPayPage(forPage.deps, forPage.payCode)).toMatchObject({ recipient: 'Ada Lovelace' });
  expect(forPage.lookedUpAfterMs).toEqual(expected);
  const forRecord = await letterWithLateIndex(misses);
  const { body } = await ask(getLetter, forRecord.deps, { letter_id: forRecord.letterId }, caller);
  expect(body).toMatchObject({ id: forRecord.letterId });
  expect(forRecord.lookedUpAfterMs).toEqual(expected);
});

test('a malformed pay code is not looked up', async () => {
  const { deps, lookedUpAfterMs } = await letterWithLateIndex(0);
  await expect(showPayPage(deps, 'pay_nothing')).rejects.toMatchObject({ code: 'not_found' });
  expect(lookedUpAfterMs).toEqual([]);
});
