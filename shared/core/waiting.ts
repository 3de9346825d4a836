/** What a paid job still waits for, and since when: the measure of the house's promises, and where an operator looks first. */
import type { Lifecycle } from './job.ts';

/** `fulfillment`: no partner has it yet. `refund`: money is owed. `person`: nobody can find out by machine. */
export const waits = ['fulfillment', 'refund', 'person'] as const;
export type Wait = (typeof waits)[number];

export interface Waiting {
  readonly for: Wait;
  /** Unix ms. */
  readonly since: number;
}

/** A fax between two calls has been with its partner, so it is not one that nobody has taken. */
export function waiting({ state, refund, partner, firsts, triesSince }: Lifecycle): Waiting | undefined {
  if (state === 'parked') return { for: 'person', since: triesSince };
  if (refund === 'pending') return { for: 'refund', since: triesSince };
  const isWithUs = state === 'paid' || state === 'submitting' || state === 'cancelling';
  return isWithUs && partner === undefined ? { for: 'fulfillment', since: firsts.paid ?? triesSince } : undefined;
}

/** The day in UTC on which money came, 2026-11-21; of a job for which none came, none. */
export const paidOn = ({ firsts }: Lifecycle): string | undefined => {
  const at = firsts.paid ?? firsts.mispaid;
  return at === undefined ? undefined : dayOf(at);
};

/** Unix ms; `to` is no longer in it. */
export function spanOf(day: string): { readonly from: number; readonly to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + 24 * 60 * 60 * 1_000 };
}

/** `at`: Unix ms. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
