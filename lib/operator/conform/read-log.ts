/** Reads the facts of jobs out of an exported log: a line each, in any of the forms in which CloudWatch gives lines away. */
import { gunzipSync } from 'node:zlib';
import type { LoggedFact } from './history.ts';

/** A fact, of which job, and where in the file it stands: lines count from 1. */
export interface LoggedLine extends LoggedFact {
  readonly order: string;
  readonly line: number;
}

export interface ReadLog {
  readonly facts: readonly LoggedLine[];
  readonly lines: number;
  /** Lines that begin like one of a job's facts, and cannot be read: a log that was cut off. */
  readonly unreadable: readonly number[];
}

type LogEntry = Readonly<Record<string, unknown>>;

/** The file as text, unpacked if it was packed with gzip. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);

function parsed(text: string): LogEntry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as LogEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** The service's own entry: alone on its line, after words of Lambda, or inside an entry of CloudWatch. */
function entryIn(text: string): LogEntry | undefined {
  const start = text.indexOf('{');
  const outer = start < 0 ? undefined : parsed(text.slice(start));
  if (outer === undefined || typeof outer.fact === 'string') return outer;
  const inner = outer['@message'] ?? outer.message;
  if (typeof inner === 'string') return inner.includes('{') ? entryIn(inner) : outer;
  return typeof inner === 'object' && inner !== null ? (inner as LogEntry) : outer;
}

function factIn({ message, order, fact, state, at }: LogEntry): Omit<LoggedLine, 'line'> | undefined {
  if (message !== 'fact' || typeof order !== 'string' || typeof fact !== 'string' || typeof state !== 'string')
    return undefined;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isNaN(time) ? undefined : { order, fact, state, at: time };
}

/** Copies of one line count once: exports overlap. */
export function readLog(text: string): ReadLog {
  const facts = new Map<string, LoggedLine>();
  const unreadable: number[] = [];
  const lines = text.split(/\r?\n/);
  for (const [index, written] of lines.entries()) {
    const entry = entryIn(written);
    const told = entry && factIn(entry);
    const key = told && `${told.order} ${told.fact} ${told.state} ${told.at}`;
    if (told !== undefined && key !== undefined && !facts.has(key)) facts.set(key, { ...told, line: index + 1 });
    if (entry === undefined && /"message\\?":\\?"fact/.test(written)) unreadable.push(index + 1);
  }
  return { facts: [...facts.values()], lines: lines.filter((line) => line !== '').length, unreadable };
}
