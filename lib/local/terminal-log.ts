/** The log for a person at a terminal: one line for each request, and one for each alarm. A pipe gets JSON instead. */
import { styleText } from 'node:util';

/** An error that is printed as one line, without a stack trace. */
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

const timeOf = (date: Date): string => styled('dim', date.toTimeString().slice(0, 8));

const joinColumns = (columns: readonly (string | undefined)[]): string => columns.filter(Boolean).join('  ');

export function requestLine({ method, path, status, durationMs, code, field }: ServedRequest, at = new Date()): string {
  const otherStyle = status >= 400 ? 'yellow' : 'green';
  const style = status >= 500 ? 'red' : otherStyle;
  // Ids are shortened, because anyone who has an id can open what it names, and cancel a job.
  const shortPath = path.replace(/\b((?:job|pay|quote|upload|letter|bank|cs_test)_\w{4})\w+/g, '$1…');
  const target = `${method.padEnd(6)} ${shortPath}`;
  return joinColumns([timeOf(at), styled(style, String(status)), target, `${Math.round(durationMs)} ms`, code, field]);
}

/** The line for an entry of the log, without colors for an email; `undefined` if it isn't an alarm. */
export function alarmLine(entry: string, style?: 'plain'): string | undefined {
  const { level, message, at, order, function: name, code, reason, error } = JSON.parse(entry);
  if (level !== 'alarm') return undefined;
  const facts = [message, name, order, code, reason, error];
  return joinColumns(style ? [at, 'ALARM', ...facts] : [timeOf(new Date(at)), styled('red', 'ALARM'), ...facts]);
}
