/** The log for a person at a terminal: one line for each request, and one for each alarm. A pipe gets JSON instead. */
import { styleText } from 'node:util';

/** A failure that is printed as one line, without a stack. */
export class OneLineError extends Error {}

export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** The code and the field of a refusal. */
  readonly code: string | undefined;
  readonly field: string | undefined;
}

const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stderr });

const clock = (at: Date): string => styled('dim', at.toTimeString().slice(0, 8));

const words = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('  ');

export function requestLine({ method, path, status, durationMs, code, field }: ServedRequest, at = new Date()): string {
  const answered = status >= 400 ? 'yellow' : 'green';
  const style = status >= 500 ? 'red' : answered;
  // Only the beginning of an id: its holder may see and cancel the job, or see the pages of the quote.
  const what = `${method.padEnd(6)} ${path.replace(/\b((?:job|pay|quote|bank|cs_test)_\w{4})\w+/g, '$1…')}`;
  return words([clock(at), styled(style, String(status)), what, `${Math.round(durationMs)} ms`, code, field]);
}

/** The line for an entry of the log, without colors for a mail; undefined if it is no alarm. */
export function alarmLine(entry: string, isPlain?: 'plain'): string | undefined {
  const { level, message, at, order, function: name, code, reason, error } = JSON.parse(entry);
  if (level !== 'alarm') return undefined;
  const facts = [message, name, order, code, reason, error];
  return isPlain ? words([at, 'ALARM', ...facts]) : words([clock(new Date(at)), styled('red', 'ALARM'), ...facts]);
}
