/** How long a run may take that reads page after page. */
import type { Clock } from '../ports.ts';

/** The part of a Lambda's context that such a run needs. */
export interface Context {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** For what is under way when the time is up, and for saying so. */
const reserveMs = 30_000;

/** When to begin nothing more, Unix ms. */
export const endOf = (context: Context, clock: Clock): number =>
  clock.now() + context.getRemainingTimeInMillis() - reserveMs;
