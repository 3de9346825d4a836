/**
 * Every state of every sound world: no promise is broken in any, and a calm way to rest leads out of each. Every fact that a
 * process tries to write there is asked of the service's own `apply` as well.
 */
import { transitions } from '../../shared/core/job/transitions.ts';
import { Comparison } from '../support/model/against/conform.ts';
import { hostile } from '../support/model/bugs.ts';
import { type Found, search } from '../support/model/search.ts';
import { worlds } from '../support/model/worlds.ts';
import { longTest } from '../support/proofs.ts';

/** The states and steps of each world: whoever changes the model sees here what that does. */
const sizes: Readonly<Record<string, readonly [short: string, deep: string]>> = {
  'a letter': ['83889 470551', '413083 3266218'],
  'a letter that is cancelled twice': ['137820 794676', '612492 5024861'],
  'a partner that hides orders and refuses repeats': ['92550 512946', '471424 3710435'],
  'a fax': ['171631 996882', '532772 4274144'],
  'a fax to a busy line': ['65566 331493', '893398 6513492'],
  'a busy line, and a warning': ['198010 1096296', '384106 2507840'],
  'the payer’s bank': ['87458 472701', '2167696 16330459'],
  'a dispute while it is stopped': ['388500 2243387', '882793 6035910'],
  'a thief, and a refund that is refused': ['253776 1558743', '672009 4977063'],
  'an order that the partner gives up': ['70909 390224', '1037128 8176030'],
  'a recall that is never decided': ['61504 355467', '271574 1979302'],
  'a person': ['759760 4222146', '1548490 8658937'],
  'a person, and a fax': ['84464 434585', '449816 2761047'],
  'another sum': ['13587 66634', '209735 1480973'],
  goodwill: ['204148 1226599', '1103871 6532376'],
  'the queue and the events': ['214147 1281852', '494065 3582133'],
};

const cases = Object.entries(worlds);

const asSize = ({ states, edges, problem }: Found) => ({ problem, size: `${states} ${edges}` });

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
  expect(result && asSize(result)).toEqual({ problem: undefined, size: sizes[name]?.[0] });
});

for (const [name, { deep }] of cases)
  longTest(
    `${name}, in depth: the promises hold, and the service agrees`,
    async () => {
      const deeper = new Comparison();
      const result = search(deep, { onEdge: deeper.onEdge });
      expect(asSize(result)).toEqual({ problem: undefined, size: sizes[name]?.[1] });
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
