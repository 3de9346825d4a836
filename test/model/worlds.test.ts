/**
 * Every state of every sound world: no promise is broken in any, and a calm way to rest leads out of each. Every fact that a
 * process tries to write there is asked of the service's own `apply` as well.
 */
import { transitions } from '../../shared/domain/job/transitions.ts';
import { Comparison } from '../support/model/against/conform.ts';
import { hostile } from '../support/model/bugs.ts';
import { type Found, search } from '../support/model/search.ts';
import { storyOf } from '../support/model/story.ts';
import { worlds } from '../support/model/worlds.ts';
import { longTest } from '../support/proofs.ts';

/** The states and steps of each world: whoever changes the model sees here what that does. */
const sizes: Readonly<Record<string, readonly [short: string, deep: string]>> = {
  'a letter': ['89019 496674', '440903 3477072'],
  'a letter that is cancelled twice': ['145046 833017', '646560 5294601'],
  'a partner that hides orders and refuses repeats': ['100210 552716', '546468 4300831'],
  'a fax': ['175885 1016341', '545414 4354465'],
  'a fax to a busy line': ['66428 335768', '902128 6563233'],
  'a busy line, and a warning': ['202070 1116608', '390534 2547068'],
  'the payer’s bank': ['93514 509009', '2293016 17208291'],
  'a dispute while it is stopped': ['416462 2406828', '942345 6442960'],
  'a thief, and a refund that is refused': ['268444 1637053', '714997 5256585'],
  'an order that the partner gives up': ['74031 407375', '1068908 8391796'],
  'a recall that is never decided': ['65698 378100', '282928 2055051'],
  'a person': ['742870 4174089', '1503650 8499211'],
  'a person, and a fax': ['83684 430845', '428908 2635611'],
  'another sum': ['14517 71957', '221751 1560303'],
  goodwill: ['211786 1269312', '1104983 6563548'],
  'the queue and the events': ['229497 1379549', '527177 3830059'],
};

const cases = Object.entries(worlds);

/** A promise that is broken is told with the way to it. */
const asSize = (found: Found) => ({
  story: found.problem === undefined ? [] : storyOf(found),
  size: `${found.states} ${found.edges}`,
});

const comparison = new Comparison();

const found = new Map<string, Found>();
beforeAll(() => {
  for (const [name, { short }] of cases) found.set(name, search(short, { onEdge: comparison.onEdge }));
  // A worker whose clock is ahead asks by its own time, which the comparison does not have.
  for (const [broken, world] of Object.entries(hostile))
    if (broken !== 'clocks agree') search(world, { watched: { only: 'nothing' }, onEdge: comparison.onEdge });
}, 120_000);

test.each(Object.keys(worlds))('%s, with one fault', (name) => {
  const result = found.get(name);
  expect(result && asSize(result)).toEqual({ story: [], size: sizes[name]?.[0] });
});

for (const [name, { deep }] of cases)
  longTest(
    `${name}, in depth: the promises hold, and the service agrees`,
    async () => {
      const deeper = new Comparison();
      const result = search(deep, { onEdge: deeper.onEdge });
      expect(asSize(result)).toEqual({ story: [], size: sizes[name]?.[1] });
      expect([...deeper.differences]).toEqual([]);
    },
    600_000,
  );

test('each world has its size written down, and no other', () => {
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(worlds).sort());
});

/** Why no world of the model meets these cells. */
const outOfScope: readonly (readonly [cells: RegExp, why: string])[] = [
  [/ checkout_opened$/, 'the model begins when the payment page is open'],
  [/ read_claimed$/, 'it keeps callers from reading too often, and changes nothing of the life'],
  [/^paid scheduled$/, 'a job that waits for its day is one that is not due yet, as any other'],
  [/^cancelling refund_failed$/, 'a bank takes days for that, and in the model a claim is over by then'],
  [/ redriven$/, 'it only hurries what is due, and in the model any due time may pass'],
];

const cells = Object.entries(transitions).flatMap(([state, row]) => Object.keys(row).map((fact) => `${state} ${fact}`));

test('every fact that a process tries to write counts in both or in neither, and does the same', () => {
  expect([...comparison.differences]).toEqual([]);
  expect(comparison.questions).toBeGreaterThan(5_000);
});

test('every cell of the table is met, or is out of scope for a reason', () => {
  const unmet = cells.filter((cell) => !comparison.cells.has(cell));
  expect(unmet.filter((cell) => !outOfScope.some(([which]) => which.test(cell)))).toEqual([]);
});

test('every reason is still needed', () => {
  for (const [which] of outOfScope) {
    const meant = cells.filter((cell) => which.test(cell));
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.filter((cell) => comparison.cells.has(cell))).toEqual([]);
  }
});
