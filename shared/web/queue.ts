/** Handles batches of queue messages: works on each message of a batch. If one fails by accident, only that one returns to the queue. */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { depsFor, type ServiceDeps } from '../config/app.ts';
import type { Log } from '../domain/metrics.ts';
import { isOverload } from '../domain/refusal.ts';

/** `id`: of a job or an outbox, the whole of a message. `until`: when nothing more may be begun, Unix ms. */
export type Work = (deps: ServiceDeps, id: string, until: number) => Promise<void>;

/** `spareMs`: what was begun may take this long. */
export const worker =
  (name: string, work: Work, spareMs = 0) =>
  async ({ Records }: SQSEvent, context: { getRemainingTimeInMillis(): number }): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async ({ body, messageId }) => {
        const deps = depsFor({ function: name, requestId: messageId });
        const until = deps.clock.now() + context.getRemainingTimeInMillis() - spareMs;
        try {
          await work(deps, body, until);
          return [];
        } catch (error) {
          // It comes back later, and the sweeper finds its job or outbox in any case.
          deps.log.alarm('accident', { ...(body.startsWith('job_') && { jobId: body }), error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };

/** Runs a round, which an overload only ends. If that happens again and again, the missing rounds ring an alarm. */
export async function untilNextRound<T>({ log }: { readonly log: Log }, round: Promise<T>): Promise<T | undefined> {
  try {
    return await round;
  } catch (error) {
    if (!isOverload(error)) throw error;
    log.info('overload', { error });
    return undefined;
  }
}
