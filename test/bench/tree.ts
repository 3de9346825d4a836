/** Measures the tree in the folder given as its argument. Each message names a case to run, or a folder for bundles. */
import { join } from 'node:path';

const root = process.argv[2] ?? '';
const load = (path: string) => import(join(root, path));
const { memoryDeps } = await load('test/support/fakes/deps.ts');
const { orderedAs, quotedAs, requestFor } = await load('test/support/fakes/orders.ts');
const { papers } = await load('test/support/rendering/papers.ts');
const { printHtml } = await load('shared/rendering/chromium/print-html.ts');
const { renderer } = await load('shared/rendering/renderer.ts');
const { bundle } = await load('lib/cloud/packaging/bundles.ts');
const { lambdaRows } = await load('lib/cloud/lambda-rows.ts');
const { manifest } = await load('functions/manifest.ts');

const paragraph =
  'Thank you for your letter of May 3 about the delivery to our warehouse, which arrived complete and in good order. ';
const textOf = (paragraphs: number) => Array.from({ length: paragraphs }, () => paragraph.repeat(5)).join('\n\n');
const htmlOf = (pages: number) =>
  Array.from({ length: pages }, () => `<div style="height: 2in"></div><p>${paragraph.repeat(9)}</p>`).join(
    '<p style="break-after: page"></p>',
  );

/** A case returns its milliseconds per run, a folder for bundles the bytes that each function reads when it starts. */
export type TreeRequest = { readonly case: string } | { readonly bundleInto: string };

/** The service in memory, with the real typesetter. */
function depsWithText() {
  const unused = () => {
    throw new Error('text needs no settings and no other function');
  };
  const deps = memoryDeps();
  return { ...deps, renderer: { ...deps.renderer, layOutText: renderer(unused, unused).layOutText } };
}

/** The average processor time of one run, in ms. */
async function cpuMsOf(times: number, run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

const quoteText = (times: number, paragraphs: number) => {
  const [deps, text] = [depsWithText(), textOf(paragraphs)];
  return cpuMsOf(times, () => quotedAs(deps, 'letter', { country: 'CA', province_or_state: 'ON', text }));
};

async function createJobs(): Promise<number> {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'letter');
  return cpuMsOf(100, () => orderedAs(deps, 'letter', requestFor('letter', quote_id, 'none', { another_copy: true })));
}

async function print(pages: number): Promise<number> {
  const startedAt = performance.now();
  const printed = await printHtml(htmlOf(pages), papers.letter);
  if (!printed.ok) throw new Error(printed.problem);
  return performance.now() - startedAt;
}

/** The bytes that each function reads when it starts. */
async function startBytesOf(folder: string): Promise<Readonly<Record<string, number>>> {
  const bundles: readonly { name: string; startBytes: number }[] = await bundle(lambdaRows(manifest), folder);
  return Object.fromEntries(bundles.map(({ name, startBytes }) => [name, startBytes]));
}

const cases: Readonly<Record<string, () => Promise<number>>> = {
  'text quote, 1 page': () => quoteText(200, 4),
  'text quote, 57 pages': () => quoteText(5, 300),
  'creation of a job': createJobs,
  'HTML, 1 page': () => print(1),
  'HTML, 10 pages': () => print(10),
};

process.on('message', async (request: TreeRequest) => {
  process.send?.('bundleInto' in request ? await startBytesOf(request.bundleInto) : await cases[request.case]?.());
});
process.send?.(Object.keys(cases));
