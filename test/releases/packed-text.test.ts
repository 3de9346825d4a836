/** A quote of this version at one that looks for texts in the store alone: no order is lost, and none is made of nothing. */
import { rmSync } from 'node:fs';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller, quoted, requestFor } from '../support/fakes/orders.ts';
import { copyWith, versionIn } from '../support/releases/version.ts';

const folder = copyWith([
  {
    file: 'shared/usecases/content/kept-content.ts',
    text: 'packedText === undefined ? await documents.get(unpaidTextKey(id)) : unpacked(packedText)',
    becomes: 'await documents.get(unpaidTextKey(id))',
  },
]);
afterAll(() => rmSync(folder, { recursive: true }));

test('by its hash alone it is refused with the cure; with the text, and at this version, it is ordered', async () => {
  const { ask, createJob, productNamed } = await versionIn(folder);
  const here = await versionIn();
  const deps = memoryDeps();
  const { quote_id, content_hash } = await quoted(deps);
  const inFull = requestFor('letter', quote_id, 'none', { idempotency_key: 'key-1' });
  const byHash = {
    ...inFull,
    letter: { ...(inFull as { readonly letter?: object }).letter, text: undefined, content_hash },
  };
  const older = (request: object) => ask(createJob(productNamed('letter')), deps, request, caller);
  await expect(older(byHash)).rejects.toMatchObject({
    code: 'content_not_kept',
    message: expect.stringMatching(/Send the content itself, as it was quoted\.$/),
  });
  expect([deps.jobs.all(), deps.sessions.all()]).toEqual([[], []]);
  const made = await here.ask(here.createJob(here.productNamed('letter')), deps, byHash, caller);
  expect(made.outcome).toBe('created');
  expect(await older({ ...inFull, idempotency_key: 'key-2' })).toMatchObject({ outcome: 'created' });
});
