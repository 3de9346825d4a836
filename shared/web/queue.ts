/** Handles batches of queue messages. If the work on one throws, only that message returns to the queue. */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { depsFor, type ServiceDeps } from '../config/app.ts';
import type { Log } from '../domain/metrics.ts';
import { isOverload } from '../domain/refusal.ts';

/**
 * `id`: the id of a job or an outbox, which is the entire message body. `until`: the deadline for starting new work, Unix ms.
 * `spareMs`: reserved for work that has already started.
 */
export const worker =
  (name: string, work: (deps: ServiceDeps, id: string, until: number) => Promise<void>, spareMs = 0) =>
  async ({ Records }: SQSEvent, context: { getRemainingTimeInMillis(): number }): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async ({ body, messageId }) => {
        const deps = depsFor({ function: name, requestId: messageId });
        const until = deps.clock.now() + context.getRemainingTimeInMillis() - spareMs;
        try {
          await work(deps, body, until);
          return [];
        } catch (error) {
          // The message comes back later, and the sweeper finds its job or outbox in any case.
          deps.log.alarm('unexpected error', { ...(body.startsWith('job_') && { jobId: body }), error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };

/** Waits for one round of scheduled work. An overload ends it without an error; if that keeps happening, the missing rounds raise an alarm. */
export async function runRound({ log }: { readonly log: Log }, round: Promise<unknown>): Promise<void> {
  try {
    await round;
  } catch (error) {
    if (!isOverload(error)) throw error;
    log.info('overload', { error });
  }
}
