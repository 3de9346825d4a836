/** Parses JSON that strangers may send: counts its values first, because parsing millions takes over a second. */
import { invalidBody } from './refusal.ts';

/** Far above every request and event. Parsing this many takes a few milliseconds. */
const mostJsonValues = 10_000;

/** Throws a Refusal for too many values, and a SyntaxError for what is no JSON. */
export function parseJson(text: string): unknown {
  if (hasTooManyValues(text))
    throw invalidBody(`has more than ${mostJsonValues} values: send a JSON object with the documented fields only.`);
  return JSON.parse(text);
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
