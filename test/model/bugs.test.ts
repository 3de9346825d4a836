/** The model is worth something because it finds each wrong design and each assumption that does not hold. */
import { bugs, hostile, otherHarm } from '../support/model/bugs.ts';
import { search } from '../support/model/search.ts';

/** The number of steps of the shortest way, and the promise that is broken there. */
const found: Readonly<Record<string, string>> = {
  'no key at the partner': '8 steps: it is carried out twice',
  'a claim without condition': '9 steps: it is carried out and refunded',
  'a cancellation without condition': '10 steps: it is carried out and refunded',
  'no sweep': '2 steps: it can never come to rest',
  'creating never ends, and keys are believed for ever': '10 steps: it is carried out twice',
  'a refund without a key': '9 steps: it is refunded twice',
  'an event is forgotten before the outbox has it': '6 steps: it can never come to rest',
  'a recall is believed without an answer': '9 steps: it is carried out and refunded',
  'a payment after the cancellation is ignored': '3 steps: it can never come to rest',
  'the claim is not looked at before the call': '11 steps: it is carried out twice',
  'a fax is repeated without a look': '8 steps: it is carried out twice',
  'a rejected job owes no refund': '5 steps: it can never come to rest',
  'put off is noted over an open doubt': '18 steps: it is carried out and refunded',
  'absence is believed at once': '12 steps: it is carried out and refunded',
  'absence is not bound to its claim': '14 steps: it is carried out and refunded',
  'a person decides while a call is under way': '8 steps: it is carried out and refunded',
  'a person resubmits without a look': '10 steps: it is carried out and refunded',
  'news of an earlier round counts': '16 steps: it can never come to rest',
  'a late answer hides a failed refund': '9 steps: it says refunded after the refund has failed',
  'only the event tells of a payment': '2 steps: it can never come to rest',
  'an unavailable partner is believed': '8 steps: it is carried out and refunded',
  'the last hour ends without a pause': '8 steps: it is carried out and refunded',
  'a dispute ends no refund that was disputed before': '9 steps: it can never come to rest',
  'a refusal of a repeated call is believed': '11 steps: it is carried out and refunded',
  'late news of an earlier attempt counts': '15 steps: it is carried out twice',
  'a recall hears no news and calls nobody': '6 steps: it can never come to rest',
  'a warning is dropped while a job is being cancelled': '5 steps: a warning of a thief is taken and forgotten',
  'a cancellation goes on after its claim': '12 steps: it is carried out and refunded',
  'a dispute ends the asking': '4 steps: it can never come to rest',
};
const foundHostile: Readonly<Record<string, string>> = {
  'what is turned away was not taken': '8 steps: it is carried out and refunded',
  'lists are complete after a minute': '13 steps: it is carried out and refunded',
  'keys live for a day': '8 steps: it is carried out twice',
  'clocks agree': '9 steps: it is carried out twice',
  'nobody refunds more than was paid': '9 steps: it is refunded twice',
  'partners stay configured': '6 steps: it can never come to rest',
  'a refusal stays': '20 steps: it is carried out and refunded',
  'a refused refund stays refused': '14 steps: it is carried out and refunded',
};

const problemOf = (world: Parameters<typeof search>[0]) => {
  const { problem, way } = search(world, { watched: 'harm' });
  return `${way?.length} steps: ${problem}`;
};

test.each(Object.entries(bugs))('a design with this fault breaks a promise: %s', (name, world) => {
  expect(problemOf(world)).toBe(found[name]);
});

test.each(Object.entries(otherHarm))('%s', (_, [world, only]) => {
  expect(search(world, { watched: { only } }).problem).toBe(only);
});

test.each(Object.entries(hostile))('a promise is broken where this does not hold: %s', (name, world) => {
  expect(problemOf(world)).toBe(foundHostile[name]);
});

test('clocks that are minutes wrong do no harm at a partner with keys', () => {
  expect(search({ ...hostile['clocks agree'], keys: true, life: 2 } as never).problem).toBeUndefined();
});

test('a wrong design is no longer found once it is right', () => {
  for (const world of Object.values(bugs).slice(0, 3)) {
    const { bug: _, ...right } = world;
    expect(search(right, { watched: 'harm' }).problem).toBeUndefined();
  }
});
