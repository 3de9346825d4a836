/** Reads a JSON body from an untrusted client. If it is invalid, the error says what is wrong with it. */
import { parseJson } from '../../domain/json.ts';
import { invalidBody, Refusal } from '../../domain/refusal.ts';
import type { HttpEvent } from './http-event.ts';

/** Throws a Refusal, which never quotes the body. `headers`: of the request, if `text` is its body. */
export function readJson(text: string, headers: HttpEvent['headers'] = {}): unknown {
  if (text.trim() === '') throw invalidBody('is empty: send a JSON object.');
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalidBody('has a content-encoding: send it uncompressed, without that header.');
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
  // Some tools label every body as a form, so a body that looks like JSON is read as JSON.
  if (isForm && !/^\s*[[{"\d]/.test(text))
    throw invalidBody(`is a form (${type}), not JSON: send a JSON object, with content-type: application/json.`);
  let value: unknown;
  try {
    // Some programs begin with a byte order mark, which JSON.parse refuses.
    value = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Only the position is taken from the parser's message, because the rest may quote the body.
    const { message } = error as Error;
    const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? [];
    const position = line === undefined ? '' : ` (line ${line}, column ${column})`;
    const fault = /^Unexpected end|^Unterminated string/.test(message) ? ' (it ends too early)' : position;
    throw invalidBody(`is not valid JSON${fault}: send a JSON object, encoded in UTF-8.`);
  }
  if (typeof value === 'string' && /^\s*[[{]/.test(value))
    throw invalidBody('is JSON in quotes, because it was encoded twice: send the object itself.');
  return value;
}
