/** The partner is told which call of a job is the very first: only then can no order be there already. */
import type { SubmitOutcome } from '../../shared/ports.ts';
import { forEachProduct, memoryDeps, paid, placedAs, reconcileFor } from '../support/fakes/deps.ts';

test.each<SubmitOutcome>([
  { kind: 'unavailable', reason: 'answered 503' },
  { kind: 'unknown', reason: 'no answer' },
])('the first call of a job says so, and no later call does: $kind', async (answer) => {
  const deps = memoryDeps();
  const firsts: boolean[] = [];
  const partners = forEachProduct((product) => ({
    ...deps.partners[product],
    submit: async ({ isFirst }: { readonly isFirst: boolean }) => {
      firsts.push(isFirst);
      return answer;
    },
  }));
  Object.assign(deps, { partners });
  await paid(deps, await placedAs(deps, 'letter'));
  await reconcileFor(deps, 3);
  expect(firsts.length).toBeGreaterThan(2);
  expect(firsts).toEqual([true, ...Array(firsts.length - 1).fill(false)]);
});
