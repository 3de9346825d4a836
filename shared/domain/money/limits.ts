/** The limits that a caller sets to one order: an assistant is held to what its owner allows. */
import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import { type Currency, formatMoney, type Price, totalCents } from './money.ts';

const most = (of: string) =>
  z.nullish(
    z.int('must be a whole number of cents (2500 is 25.00)').check(z.gte(0, 'must not be negative'), z.describe(of)),
  );

/** A limit under another name would hold nothing. */
export const limitsAre =
  'must be an object of currency and max_total_cents, max_face_cents or both, and of nothing else';

export const limitsSchema = z.nullable(
  z
    .object(
      {
        max_total_cents: most('The most that the customer may pay for the order, tax included.'),
        max_face_cents: most('Checks: the most that may be drawn on the bank account.'),
        currency: z.enum(['USD', 'CAD'], 'must be USD or CAD').check(z.describe('Of both limits.')),
      },
      limitsAre,
    )
    .check(
      z.refine(({ max_total_cents: total, max_face_cents: face }) => total != null || face != null, limitsAre),
      z.describe('An order above them is refused with `over_limit`, before anything is written.'),
    ),
);

/** In the request for a job, beside the order. */
export const limitsField = z.optional(limitsSchema);

export type Limits = NonNullable<z.infer<typeof limitsField>>;

interface Sums {
  readonly price: Price;
  /** The amount of a check. */
  readonly drawn: { readonly cents: number; readonly currency: Currency } | undefined;
}

/** Refuses an order above its limits, or in another currency: sums of two currencies cannot be compared. */
export function refuseOverLimit({ currency, max_total_cents, max_face_cents }: Limits, { price, drawn }: Sums): void {
  const total = { cents: totalCents(price), currency: price.currency };
  for (const { field, limit, words, sum } of [
    { field: 'limits.max_total_cents', limit: max_total_cents, words: 'the order costs', sum: total },
    { field: 'limits.max_face_cents', limit: max_face_cents, words: 'the check is for', sum: drawn },
  ]) {
    if (limit == null || sum === undefined) continue;
    const asked = `${words} ${formatMoney(sum.cents, sum.currency)}`;
    if (sum.currency !== currency)
      throw over('limits.currency', `is ${currency}, but ${asked}: name the limits in ${sum.currency}`);
    if (sum.cents > limit)
      throw over(field, `allows ${formatMoney(limit, currency)}, but ${asked}: ask the user for a higher limit`);
  }
}

const over = (field: string, problem: string) =>
  new Refusal('over_limit', `${field} ${problem}, or order less.`, { field });
