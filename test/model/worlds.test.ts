/**
 * Model-checks every state of every world: no promise is broken, and every job can still come to an end. The jobs use the
 * service's own `apply`. Planted design faults and broken assumptions show that the model can find a broken promise.
 */
import { transitions } from '../../shared/domain/job/transitions.ts';
import { search, storyOf } from '../support/model/search.ts';
import { metCells } from '../support/model/service.ts';
import { bugs, hostile, worlds } from '../support/model/world.ts';

/** The number of steps until a promise is broken, and which one: `7 steps: …`. The model's own invariants don't count. */
const problemOf = (world: Parameters<typeof search>[0]) => {
  const { problem, path } = search(world, 'harm');
  return `${path?.length} steps: ${problem}`;
};

test.each(bugs)('the model finds the promise that this design fault breaks: $name', ({ world, found }) => {
  expect(problemOf(world)).toBe(found);
});

test.each(hostile)('a promise is broken if this assumption is wrong: $name', ({ world, found }) => {
  expect(problemOf(world)).toBe(found);
});

test('clocks that are minutes off do no harm at a partner with idempotency keys', () => {
  const found = hostile.filter(({ name }) => name === 'clocks agree');
  expect(found.map(({ world }) => search({ ...world, keys: true, lifeTicks: 2 }).problem)).toEqual([undefined]);
});

/** The number of states and steps of each world. Any change of the model changes some of these numbers. */
const sizes: Readonly<Record<string, string>> = {
  'a letter': '438759 3462060',
  'a letter that is canceled twice': '362695 2579973',
  'a partner that hides orders and refuses repeats': '281884 1922933',
  'a fax': '544374 4348535',
  'a fax to a busy line': '901518 6560376',
  'a busy line, and a warning': '394356 2558609',
  'the payer’s bank': '731399 4585191',
  'a dispute, and a fraud warning': '701853 4880863',
  'a fraud warning, and a refused refund': '706661 5204189',
  'an order that the partner gives up on': '430460 2799007',
  'a recall that is never decided': '282576 2053455',
  'an operator who intervenes': '1492173 8364414',
  'an operator who intervenes in a fax': '509402 3096792',
  'a payment that goes wrong': '221333 1558404',
};

test.each(Object.entries(worlds))(
  'every promise holds in the world of %s',
  (name, world) => {
    const result = search(world);
    // A broken promise is shown with the steps that lead to it.
    expect(result.problem === undefined ? [] : storyOf(result)).toEqual([]);
    expect(`${result.states} ${result.edges}`).toBe(sizes[name]);
  },
  600_000,
);

test('`sizes` lists exactly the worlds of the model', () => {
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(worlds).sort());
});

/** Why no world of the model reaches these cells. */
const unreached: readonly (readonly [cells: RegExp, reason: string])[] = [
  [/ checkout_opened$/, 'the model starts when the payment page is open'],
  [/ read_claimed$/, 'it only keeps callers from reading too often'],
  [/^paid scheduled$/, 'a scheduled job is like any other job that is not due yet'],
  [/^(?!cancelled|failed).* refund_failed$/, 'a bank takes days for that, and in the model the job has ended by then'],
  [
    /^(?:awaiting_payment|fulfilled|recalling|needs_review) refunded$/,
    'no promise is about money that an operator refunds as goodwill',
  ],
  [/^fulfilled partner_cancelled$/, 'the partner of the model has no late events about an order that it stops'],
  [/ redriven$/, 'it only makes a job due earlier, and in the model any due time may pass'],
];

const cells = Object.entries(transitions).flatMap(([state, row]) => Object.keys(row).map((fact) => `${state} ${fact}`));

test('the model reaches every cell of the transition table, except for those with a reason', () => {
  const missed = cells.filter((cell) => !metCells.has(cell) && !unreached.some(([pattern]) => pattern.test(cell)));
  expect(missed).toEqual([]);
});

test('every reason for an unreached cell is still needed', () => {
  for (const [pattern] of unreached) {
    const excepted = cells.filter((cell) => pattern.test(cell));
    expect(excepted.length).toBeGreaterThan(0);
    expect(excepted.filter((cell) => metCells.has(cell))).toEqual([]);
  }
});
