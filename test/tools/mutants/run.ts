/**
 * `npm run test:mutants`: plants each bug of `rows` in a scratch copy of the project and runs the suites that must fail
 * with it. `-- --sample 6` takes one row in six, `-- --only WORDS` the rows whose bug or file holds the words.
 * A bug is found if a test fails. It counts as not found if its suites do not load: then they prove nothing.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Mutant, problemsOf } from './mutant.ts';
import { mutants } from './rows.ts';
import { copyOf, type Tree } from './tree.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({ options: { sample: { type: 'string' }, only: { type: 'string', multiple: true } } });

const oneIn = Number(values.sample ?? 1);
const isAskedFor = ({ bug, file }: Mutant) =>
  values.only === undefined || values.only.some((words) => bug.includes(words) || file.includes(words));
const rows = mutants.filter(isAskedFor).filter((_, at) => at % oneIn === 0);

/** Each of the trees takes the next item as soon as it is free. */
async function inTrees<T>(items: readonly T[], work: (tree: Tree, item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const drain = async (tree: Tree) => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(tree, item);
  };
  await Promise.all(trees.map(drain));
}

const problems = rows.flatMap((row) => problemsOf(root, row));
const startedAt = Date.now();
const trees =
  problems.length > 0 ? [] : Array.from({ length: Math.min(4, availableParallelism()) }, () => copyOf(root));

/** Suites that fail without any bug would find every bug. */
const suites = [...new Set(rows.flatMap((row) => row.suites))];
const unfit = new Set<string>();
await inTrees(trees.length === 0 ? [] : suites, async (tree, suite) => {
  const { failedTests, brokenSuites, passedTests, said } = await tree.run([suite]);
  if (failedTests + brokenSuites === 0 && passedTests > 0) return;
  unfit.add(suite);
  problems.push(`${suite} fails without any bug:\n${said}`);
});

const survivors: string[] = [];
let found = 0;
const fit = rows.filter((row) => !row.suites.some((suite) => unfit.has(suite)));
await inTrees(trees.length === 0 ? [] : fit, async (tree, row) => {
  const { failedTests, brokenSuites } = await tree.runWith(row);
  if (failedTests > 0) found += 1;
  else survivors.push(`${row.bug} (${row.file})${brokenSuites > 0 ? ': its suites did not load or did not end' : ''}`);
  console.log(`${failedTests > 0 ? 'found   ' : 'SURVIVED'} ${row.bug}`);
});
for (const tree of trees) tree.remove();

for (const problem of problems) console.log(problem);
for (const survivor of survivors) console.log(`not found: ${survivor}`);
console.log(`${found} found of ${rows.length} planted, in ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
const failed = problems.length + survivors.length;
console.log(`${found} passed, ${failed} failed`);
process.exitCode = failed === 0 && found > 0 ? 0 : 1;
