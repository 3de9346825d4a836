/** The time limit of a function that reads page by page. */
import type { Clock } from '../ports.ts';

/** The part of a Lambda's context that such a function needs. */
export interface Context {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** Time to finish the page under way and to report the early stop. */
const reserveMs = 30_000;

/** The moment after which no new page is started, Unix ms. */
export const endOf = (context: Context, clock: Clock): number =>
  clock.now() + context.getRemainingTimeInMillis() - reserveMs;
