/** One logger, a line of JSON each. Only the fields named in `LogFields` get through: no names, addresses or contents. */
import type { Log, LogFields } from './ports.ts';

const allowed: Readonly<Record<keyof LogFields, true>> = {
  jobId: true,
  quoteId: true,
  partnerId: true,
  product: true,
  state: true,
  duty: true,
  fact: true,
  outcome: true,
  reason: true,
  tries: true,
  pages: true,
  count: true,
  durationMs: true,
  status: true,
  code: true,
  field: true,
  eventId: true,
  eventType: true,
  error: true,
};

/** An error's name and place are told, its message is not: it may quote what a caller has sent. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  const messageAt = stack.indexOf(message);
  // The place is looked for behind the message, which may have lines of its own that begin with "at".
  const frames = messageAt < 0 ? [] : stack.slice(messageAt + message.length).split('\n');
  const place = frames.find((line) => line.trimStart().startsWith('at '));
  return [name, place?.trim()].filter(Boolean).join(' ');
}

const shown = (fields: LogFields): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => Object.hasOwn(allowed, name))
      .map(([name, value]) => [name, name === 'error' ? traceOf(value) : value]),
  );

/** `bound` stands in every line: the request that is being served, the function that serves it. */
export function logTo(write: (line: string) => void, bound: Readonly<Record<string, string>> = {}): Log {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      write(JSON.stringify({ level, message, ...bound, ...shown(fields), at: new Date().toISOString() }));
  return { info: line('info'), alarm: line('alarm') };
}
