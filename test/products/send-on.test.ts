/** The day on which an order goes to print: the days that it may name, and when its work is due. */
import { isDay, sendOnProblem, stoppableUntil, workStartsOn } from '../../shared/products/mail.ts';

const at = (text: string): number => Date.parse(text);
const noon = at('2026-11-21T12:00:00Z');

test.each([
  ['US', '2026-11-21T04:59:59Z', '2026-11-21'],
  ['US', '2026-11-21T05:00:00Z', '2026-11-22'],
  ['US', '2026-07-01T03:59:59Z', '2026-07-01'],
  ['US', '2026-07-01T04:00:00Z', '2026-07-02'],
  ['CA', '2026-11-21T03:29:59Z', '2026-11-21'],
  ['CA', '2026-11-21T03:30:00Z', '2026-11-22'],
  ['CA', '2026-07-01T02:29:59Z', '2026-07-01'],
  ['CA', '2026-07-01T02:30:00Z', '2026-07-02'],
] as const)(
  'in %s at %s the first possible send date is %s: a new day begins at midnight there',
  (country, now, first) => {
    expect(sendOnProblem('', country, at(now))?.details.first).toBe(first);
  },
);

test.each(['2026-11-22', '2027-02-19'])('a send date from tomorrow to 90 days ahead is accepted: %s', (text) => {
  for (const country of ['US', 'CA'] as const) expect(sendOnProblem(text, country, noon)).toBeUndefined();
});

test.each(['2026-11-21', '2027-02-20'])('a send date of today or more than 90 days ahead is refused: %s', (text) => {
  const problem = expect.stringContaining('must be a day from 2026-11-22 to 2027-02-19');
  for (const country of ['US', 'CA'] as const) expect(sendOnProblem(text, country, noon)).toMatchObject({ problem });
});

test('the error for a wrong send date has the possible days, their time zone and what to do', () => {
  expect(sendOnProblem('2026-11-21', 'CA', noon)).toEqual({
    problem:
      'must be a day from 2026-11-22 to 2027-02-19 (in Newfoundland Time), or left out to send it once it is paid.',
    details: { kind: 'day_range', first: '2026-11-22', last: '2027-02-19' },
  });
});

test('a send date must be a date that exists, as YYYY-MM-DD: February 29 only in a leap year', () => {
  const texts = ['2028-02-29', '2027-02-29', '2027-02-30', '2026-13-01', '2026-12-00', '2027-2-1', 'tomorrow', ''];
  expect(texts.filter(isDay)).toEqual(['2028-02-29']);
  expect(isDay('2027-02-01T00:00:00Z')).toBe(false);
  expect(sendOnProblem('2028-02-29', 'US', at('2028-01-15T12:00:00Z'))).toBeUndefined();
});

test.each([
  ['2026-12-24', 'US', '2026-12-24T11:00:00Z'],
  ['2026-07-01', 'US', '2026-07-01T10:00:00Z'],
  ['2026-12-24', 'CA', '2026-12-24T09:30:00Z'],
  ['2026-07-01', 'CA', '2026-07-01T08:30:00Z'],
  // Days on which the clocks change.
  ['2027-03-14', 'US', '2027-03-14T10:00:00Z'],
  ['2026-11-01', 'US', '2026-11-01T11:00:00Z'],
  ['2027-03-14', 'CA', '2027-03-14T08:30:00Z'],
  ['2026-11-01', 'CA', '2026-11-01T09:30:00Z'],
] as const)('the work on an order for %s in %s is due at six in the morning there: %s', (day, country, expected) => {
  expect(new Date(workStartsOn(day, country)).toISOString()).toBe(new Date(expected).toISOString());
});

test.each([
  ['2026-12-24', '2026-12-23, 23:00'],
  ['2026-07-01', '2026-06-30, 23:00'],
  ['2027-03-14', '2027-03-13, 22:00'],
  ['2026-11-01', '2026-11-01, 00:00'],
])('an order for %s can be stopped until %s in New York, seven hours before its work is due', (day, until) => {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  expect(clock.format(stoppableUntil(workStartsOn(day, 'US')))).toBe(until);
});
