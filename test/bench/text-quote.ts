/** Our text quote: the real use case, from the request's fields to the answer's, on a store in memory. CPU, not waiting. */
import type { Deps } from '../../shared/orders/deps.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { letter } from '../../shared/products/letter/letter.ts';
import { renderer } from '../../shared/rendering/renderer.ts';
import { typeset } from '../../shared/rendering/text/typeset.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';
import { type PaperName, papers } from '../support/rendering/papers.ts';
import { compare } from './compare.ts';
import { textOf } from './documents.ts';
import { against, milliseconds, type Section } from './report.ts';

const targetMs = { one: 1, twoHundred: 100 };
const rounds = 15;

export async function textQuote(): Promise<Section> {
  const deps = depsWithRealText();
  const [one, sixty, twoHundred] = [textOf(1), textOf(59), textOf(199)];
  const quoted = (text: string) => ask(quote(letter), deps, { country: 'CA', province_or_state: 'ON', text }, caller);
  const ms = await compare(
    {
      one: { run: () => ownCpu(200, () => quoted(one)) },
      sixty: { run: () => ownCpu(5, () => quoted(sixty)) },
      layoutOfOne: { run: () => ownCpu(200, async () => typeset(one, papers.letter)) },
      layoutOfTwoHundred: { run: () => ownCpu(2, async () => typeset(twoHundred, papers.fax)) },
    },
    rounds,
  );
  return {
    title: 'Text: our own CPU',
    header: ['What', 'Pages', 'Median'],
    rows: [
      ['quote: parse, layout, price, tax, store', pagesOf(one, 'letter'), against(ms.one, targetMs.one, ' ms')],
      ['quote: parse, layout, price, tax, store', pagesOf(sixty, 'letter'), milliseconds(ms.sixty)],
      ['layout alone', pagesOf(one, 'letter'), against(ms.layoutOfOne, targetMs.one, ' ms')],
      ['layout alone', pagesOf(twoHundred, 'fax'), against(ms.layoutOfTwoHundred, targetMs.twoHundred, ' ms')],
    ],
  };
}

function depsWithRealText(): Deps {
  const unneeded = (): never => {
    throw new Error('Text needs no settings and no other function');
  };
  const real = renderer(unneeded, unneeded);
  const deps = memoryDeps();
  return { ...deps, renderer: { ...deps.renderer, layOutText: real.layOutText } };
}

/** Milliseconds of processor time, ours and the system's, for one of `times` runs. */
async function ownCpu(times: number, run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

function pagesOf(text: string, layout: PaperName): string {
  const set = typeset(text, papers[layout]);
  if (!set.ok) throw new Error(set.problem);
  return String(set.pages.length);
}
