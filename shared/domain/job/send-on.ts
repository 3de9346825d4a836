/**
 * The day on which mail goes to print, `2026-12-24`, if an order names one. A country has several time zones, so each
 * has one calendar here, that of the zone in which its day begins first: Eastern Time for the US and Newfoundland Time
 * for Canada. A day that is still to come there is still to come in all states and provinces. The work begins at six in
 * the morning of that zone: the day has begun by then in all fifty states and in all provinces.
 */
import type { Country } from '../money.ts';

const hours = 3_600_000;
const dayMs = 24 * hours;

/** An order names a day from tomorrow on, and at most this many days ahead. */
export const mostDaysAhead = 90;

const calendars = {
  US: { zone: 'America/New_York', spoken: 'Eastern Time' },
  CA: { zone: 'America/St_Johns', spoken: 'Newfoundland Time' },
} as const satisfies Readonly<Record<Country, unknown>>;

const opensAtHour = 6;

const clocks = new Map<Country, Intl.DateTimeFormat>();

/** The time that the clocks of the zone show at `at` (Unix ms), as if it were UTC. */
function shownAt(country: Country, at: number): number {
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

const asDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first and the last day that an order may name at `now` (Unix ms). */
export function daysOpen(country: Country, now: number): { readonly first: string; readonly last: string } {
  const today = Date.parse(asDay(shownAt(country, now)));
  return { first: asDay(today + dayMs), last: asDay(today + mostDaysAhead * dayMs) };
}

/** True of `2028-02-29`, and not of `2027-02-30`. */
export const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && asDay(at) === text;
};

/** Why this day cannot be that of an order, to follow the field's name; `undefined` if it can. */
export function sendOnProblem(day: string, country: Country, now: number): string | undefined {
  const { first, last } = daysOpen(country, now);
  return day < first || day > last
    ? `must be a day from ${first} to ${last} (in ${calendars[country].spoken}), or left out to send it once it is paid.`
    : undefined;
}

/** When the work on an order is owed that names this day, Unix ms: at six in the morning. No clock is changed so late. */
export function owedOn(day: string, country: Country): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + opensAtHour * hours;
  const offsetMs = shownAt(country, wanted) - wanted;
  const guess = wanted - offsetMs;
  return guess - (shownAt(country, guess) - wanted);
}

/** Until when it can surely be stopped, Unix ms: an hour before that day begins, because clocks may be changed on it. */
export const stoppableUntil = (owedSince: number): number => owedSince - (opensAtHour + 1) * hours;
