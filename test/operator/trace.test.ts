/** `npm run ops -- trace`: from a place in a package to a place in the source, on the operator's machine. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { bundle, root } from '../../lib/cloud/packaging/bundles.ts';
import { trace } from '../../lib/operator/ops/trace.ts';

// In the project, as a deployment's are: maps name their sources from there.
const folder = mkdtempSync(join(root, '.local-trace-'));

/** Where a text stands in the package, as Node writes it. */
function placeOf(text: string): string {
  const lines = readFileSync(join(folder, 'health', 'index.mjs'), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  return `index.mjs:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`;
}

beforeAll(() => bundle(lambdaRows(manifest.filter(({ name }) => name === 'health')), folder), 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const refusal = 'Something went wrong on our side';

test('a line of the log is told as the place in the source', async () => {
  const line = `TypeError at q (file:///var/task/${placeOf(refusal)})`;
  const traced = await trace(['health', ...line.split(' ')], folder);
  const [, file = '', at] = ('text' in traced && /^TypeError at q \((.+):(\d+):\d+\)$/.exec(traced.text)) || [];
  const source = readFileSync(join(root, file), 'utf8').split('\n');
  expect(source[Number(at) - 1]).toContain(refusal);
});

test('a place that no source has stays as it is', async () => {
  expect(await trace(['health', 'at index.mjs:1:1'], folder)).toEqual({ text: 'at index.mjs:1:1' });
});

test.each([
  [['health'], 'It is npm run ops -- trace FUNCTION PLACE, both as the log has them.'],
  [['health', 'at q'], 'No place is in that text: one is like index.mjs:52:29663.'],
  [
    ['health', 'at q (file:///var/task/chunk-OLD.mjs:1:1)'],
    'The source maps of health are not here, or are of another release: check out its commit, run npm ci and node bin/bundle.ts, and ask again.',
  ],
])('%j is refused with a cure', async (words, problem) => {
  expect(await trace(words, folder)).toEqual({ problem });
});
