/** Reads a JSON body that strangers may send, and says what is wrong with another one. */
import { parseJson } from '../../domain/json.ts';
import { invalidBody, Refusal } from '../../domain/refusal.ts';

/** The parsed body; throws a Refusal that quotes nothing of it. `contentType`: as the request claims. */
export function readJson(text: string, contentType?: string): unknown {
  if (text.trim() === '') throw invalidBody('is empty: send a JSON object.');
  const form = formOf(text, contentType);
  if (form !== undefined)
    throw invalidBody(`is a form (${form}), and not JSON: send a JSON object, with content-type: application/json.`);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalidBody(`is not valid JSON${faultIn(error)}: send a JSON object, encoded in UTF-8.`);
  }
}

/** Some tools call every body a form, so a body that looks like JSON is none. */
function formOf(text: string, contentType = ''): string | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
  return isForm && !/^\s*[[{"\d]/.test(text) ? type : undefined;
}

/** The place of the fault, where the parser names it. Its other words may quote the body. */
function faultIn(error: unknown): string {
  const { message } = error as Error;
  if (/^Unexpected end|^Unterminated string/.test(message)) return ' (it ends too early)';
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  return line === undefined ? '' : ` (line ${line}, column ${column})`;
}
