/** Reads a JSON body that strangers may send: counts its values first, because parsing millions takes over a second. */
import { invalidBody } from '../../domain/refusal.ts';

/** Far above every request and event. Parsing this many takes a few milliseconds. */
const mostJsonValues = 10_000;

/** The parsed body; throws a Refusal that quotes nothing of it. `contentType`: as the request claims. */
export function readJson(text: string, contentType?: string): unknown {
  if (text.trim() === '') throw invalidBody('is empty: send a JSON object.');
  const form = formOf(text, contentType);
  if (form !== undefined)
    throw invalidBody(`is a form (${form}), and not JSON: send a JSON object, with content-type: application/json.`);
  refuseTooManyValues(text);
  const value = parse(text);
  if (typeof value === 'string' && /^\s*[[{]/.test(value))
    throw invalidBody('is JSON in quotes, because it was encoded twice: send the object itself.');
  return value;
}

/** The byte order mark that some programs write first is no part of the JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
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

/** Checks a body that somebody else parses. */
export function refuseTooManyValues(text: string): void {
  if (hasTooManyValues(text))
    throw invalidBody(`has more than ${mostJsonValues} values: send a JSON object with the documented fields only.`);
}

/** Compared by code, which is ten times as fast as by character. */
const codes = { quote: 0x22, comma: 0x2c, bracket: 0x5b, backslash: 0x5c, brace: 0x7b } as const;

/** Whether more values begin outside of texts than are allowed. Linear, and it stops at the limit. */
function hasTooManyValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = endOfText(text, at + 1);
    else if (code === codes.bracket || code === codes.brace || code === codes.comma) values += 1;
    if (values > mostJsonValues) return true;
  }
  return false;
}

/** The index of the quotation mark that ends the text. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) return at;
    if (code === codes.backslash) at += 1;
  }
  return text.length;
}
