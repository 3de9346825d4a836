/** Handles batches of queue messages. If the work for a message throws, only that message returns to the queue. */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { depsFor, type ServiceDeps } from '../config/app.ts';
import type { Log } from '../domain/metrics.ts';
import { isOverload } from '../domain/refusal.ts';

/**
 * `id`: of a job or an outbox, which is the entire message body. `until`: when to stop starting new work, Unix ms.
 * `spareMs`: time reserved for work that has already started.
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
          // The message comes back later. Even if it is lost, `reconcile` finds its job or outbox.
          deps.log.alarm('unexpected error', { ...(body.startsWith('job_') && { jobId: body }), error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };

/** Waits for one round of scheduled work. An overload is not an error: if it lasts, the missing rounds raise an alarm. */
export async function runRound({ log }: { readonly log: Log }, round: Promise<unknown>): Promise<void> {
  try {
    await round;
  } catch (error) {
    if (!isOverload(error)) throw error;
    log.info('overload', { error });
  }
}
