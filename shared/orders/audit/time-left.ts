/** The time limit of a function that reads page by page. */
import type { Clock } from '../../domain/clock.ts';

/** The part of a Lambda's context that such a function needs. */
export interface InvocationContext {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** The moment after which no new page is started, Unix ms. 30 seconds remain to finish a page and report the stop. */
export const endOf = (context: InvocationContext, clock: Clock): number =>
  clock.now() + context.getRemainingTimeInMillis() - 30_000;
