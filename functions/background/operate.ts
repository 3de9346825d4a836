/** The operator's commands, for whoever may invoke this function: `npm run ops -- help`. */
import { worldFor } from '../../shared/app.ts';
import { operate } from '../../shared/operations/operate.ts';
import type { Told } from '../../shared/operations/operate-result.ts';

/** For what is under way when the time is up, and for the answer. */
const reserveMs = 30_000;

interface Context {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

export function handler(event: unknown, context: Context): Promise<Told> {
  const world = worldFor({ function: 'operate', requestId: context.awsRequestId });
  return operate(world, event, world.clock.now() + context.getRemainingTimeInMillis() - reserveMs);
}
