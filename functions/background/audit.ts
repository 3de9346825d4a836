/** Every day: holds the payments, jobs and partner orders of the day before against one another; each difference is an alarm. */
import { worldFor } from '../../shared/app.ts';
import { audit, lastDay } from '../../shared/operations/audit.ts';

/** For the page that is being read when the time is up, and for saying so. */
const reserveMs = 30_000;

interface Context {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

export async function handler(_event: unknown, context: Context): Promise<void> {
  const world = worldFor({ function: 'audit', requestId: context.awsRequestId });
  const now = world.clock.now();
  const { stoppedAt, total } = await audit(world, lastDay(now), now + context.getRemainingTimeInMillis() - reserveMs);
  // Told only by an audit that has come to its end: its silence is an alarm of its own.
  if (stoppedAt === undefined) world.log.measure('auditDifferences', total);
}
