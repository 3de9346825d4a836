/** Calls the same handlers as AWS Lambda, with a context and their time limit. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { FunctionRow } from '../../functions/manifest.ts';
import { logOutput, logTo } from '../../shared/config/log.ts';

export interface HandlerModule {
  handler(event: unknown, context: Context): Promise<unknown>;
  /** Releases the resources that the module keeps warm between invocations. */
  close?(): Promise<void>;
}

export interface Functions {
  /** Rejects with the handler's own error or with TimedOut, after reporting it. */
  call(row: FunctionRow, event: unknown): Promise<unknown>;
  /** Loads a handler before its first call. Reports a failure instead of rejecting. */
  warm(row: FunctionRow): Promise<void>;
  close(): Promise<void>;
}

export type Report = (name: string, error: unknown, requestId?: string) => void;

export class TimedOut extends Error {}

export function openFunctions(
  load: (row: FunctionRow) => Promise<HandlerModule> = ({ file }) => import(`../../functions/${file}.ts`),
  report: Report = reportToStderr,
): Functions {
  const loaded = new Map<string, HandlerModule>();
  const open = async (row: FunctionRow) => {
    const module = await load(row);
    loaded.set(row.name, module);
    return module;
  };
  const run = async (row: FunctionRow, event: unknown, awsRequestId: string) => {
    const { handler } = loaded.get(row.name) ?? (await open(row));
    const timeoutMs = row.timeoutSeconds * 1_000;
    const deadlineMs = Date.now() + timeoutMs;
    // The members of Lambda's context that our handlers read.
    const context = {
      awsRequestId,
      functionName: row.name,
      getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    };
    const { promise: outOfTime, reject } = Promise.withResolvers<never>();
    const error = new TimedOut(`Task timed out after ${row.timeoutSeconds.toFixed(2)} seconds`);
    const timer = setTimeout(() => reject(error), timeoutMs);
    try {
      return await Promise.race([handler(event, context as Context), outOfTime]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async call(row, event) {
      const requestId = randomUUID();
      try {
        return await run(row, event, requestId);
      } catch (error) {
        report(row.name, error, requestId);
        throw error;
      }
    },
    warm: (row) =>
      open(row).then(
        () => {},
        (error: unknown) => report(row.name, error),
      ),
    async close() {
      await Promise.allSettled(Array.from(loaded.values(), (module) => module.close?.()));
    },
  };
}

/** Writes to the service's own log, which leaves out an error's message because it may quote input. */
export const reportToStderr: Report = (name, error, requestId) =>
  logTo((line) => logOutput.write(line), { function: name, ...(requestId && { requestId }) }).alarm('failed', {
    error,
  });
