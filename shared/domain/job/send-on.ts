/**
 * The day on which mail goes to print, `2026-12-24`, if an order names one. Each country has one calendar here, that of
 * its time zone where the day begins first: Eastern Time for the US and Newfoundland Time for Canada. A day that has not
 * begun there has not begun in any state or province. The work begins at six in the morning of that zone, when the day has
 * begun in all fifty states and all provinces.
 */
import type { Country } from '../money.ts';
import { dayOf } from './job.ts';

/** An order may name a day from tomorrow to this many days ahead. */
export const maxDaysAhead = 90;

const calendars = {
  US: { zone: 'America/New_York', spoken: 'Eastern Time' },
  CA: { zone: 'America/St_Johns', spoken: 'Newfoundland Time' },
} as const satisfies Readonly<Record<Country, unknown>>;

const hour = 3_600_000;
const opensAfterMs = 6 * hour;

const clocks = new Map<Country, Intl.DateTimeFormat>();

/** The local time in the zone at `at` (Unix ms), as if it were UTC. */
export function localTime(country: Country, at: number): number {
  let clock = clocks.get(country);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: calendars[country].zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(country, clock);
  }
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** True for `2028-02-29`, false for `2027-02-30`. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && dayOf(at) === text;
};

/** Why an order can't name this day, as words after the field's name, and the days that it can; `undefined` if it can. */
export function sendOnProblem(day: string, country: Country, now: number) {
  const today = Date.parse(dayOf(localTime(country, now)));
  const [first, last] = [dayOf(today + 24 * hour), dayOf(today + maxDaysAhead * 24 * hour)];
  if (day >= first && day <= last) return undefined;
  const problem = `must be a day from ${first} to ${last} (in ${calendars[country].spoken}), or left out to send it once it is paid.`;
  return { problem, details: { kind: 'day_range', first, last } } as const;
}

/** When the work on an order for this day is due, Unix ms: at six in the morning. Clocks change earlier in the day. */
export function owedOn(day: string, country: Country): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + opensAfterMs;
  const guess = wanted - (localTime(country, wanted) - wanted);
  return guess - (localTime(country, guess) - wanted);
}

/** Until when it can surely be stopped, Unix ms: an hour before that day begins, because clocks may change on it. */
export const stoppableUntil = (owedSince: number): number => owedSince - opensAfterMs - hour;
