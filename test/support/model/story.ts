/** Tells a way through the model in sentences, for people. */

import { bank, F, type Row } from './fields.ts';
import { refundNames, states } from './life/fields.ts';
import { living } from './partner.ts';
import type { Found, Seen } from './search.ts';

const who = ['worker 1', 'worker 2', 'the caller'];

/** The workers of two states may stand the other way round: the story only says that there are two. */
const subject = (by: number): string => who[by] ?? '';

function standing(s: Row): string {
  const orders = living(s);
  const facts = [
    `the job is ${states[s[F.state]]}`,
    ...(s[F.refund] ? [`its refund ${refundNames[s[F.refund]]}`] : []),
    ...(orders ? [`${orders === 1 ? 'one order is' : `${orders} orders are`} at the partner`] : []),
    ...(s[F.late] ? ['a call is still under way'] : []),
    ...(s[F.refunds] ? [s[F.refunds] === 1 ? 'the money is back' : 'the money is back twice'] : []),
    ...(s[F.bank] === bank.disputed ? ['the bank holds the money'] : []),
  ];
  return facts.join(', ');
}

function sentence({ step }: Seen, minute: number): string {
  const action = `${subject(step.by)} ${step.label}`.trim();
  const refused = step.fact !== undefined && !step.counted ? ', which does not count' : '';
  return `minute ${minute}: ${action}${refused}.`;
}

/** One sentence a step, and what is so in the end. */
export function storyOf({ problem, way = [] }: Pick<Found, 'problem' | 'way'>): readonly string[] {
  let minute = 0;
  const lines = way.map((seen) => {
    if (seen.step.label === 'a minute passes') minute += 1;
    return sentence(seen, minute);
  });
  const end = way.at(-1);
  return [...lines, ...(end === undefined ? [] : [`Then ${standing(end.row)}: ${problem}.`])];
}
