/** The share of cancelled orders from which on a payer's money is only reserved. */

/** Fewer in a week are anybody's bad luck. */
export const oftenCancelled = 10;

/** Paid orders of one network or card within a week. */
export const cancelsTooOften = ({
  cancelled,
  carriedOut,
}: {
  readonly cancelled: number;
  readonly carriedOut: number;
}): boolean => cancelled >= oftenCancelled && cancelled > carriedOut;
