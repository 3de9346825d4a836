/** Parses untrusted JSON. Counts the values first, because parsing millions of them takes over a second. */
import { invalidBody } from './refusal.ts';

/** Throws a Refusal for too many values or a key that appears twice in one object, and a SyntaxError if it isn't JSON. */
export function parseJson(text: string): unknown {
  // Far more than any request or event has. Parsing this many takes a few milliseconds.
  const maxValues = 10_000;
  // Comparing character codes is ten times as fast as comparing strings.
  const codes = { quote: 0x22, comma: 0x2c, backslash: 0x5c, openings: [0x5b, 0x7b], closings: [0x5d, 0x7d] } as const;
  const colon = /\s*:/y;
  // For each object and list that is open at this position, the keys so far.
  const openKeys: Set<unknown>[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const start = at;
    const code = text.charCodeAt(at);
    if (code === codes.quote) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== codes.quote)
        at += text.charCodeAt(at) === codes.backslash ? 2 : 1;
      colon.lastIndex = at + 1;
      const keys = openKeys.at(-1);
      // If there are more keys than values, the text isn't JSON, and JSON.parse says so.
      if (keys === undefined || keys.size >= values || !colon.test(text)) continue;
      const key = JSON.parse(text.slice(start, at + 1)) as string;
      if (keys.has(key))
        throw invalidBody(`has ${isPlainName(key) ? key : 'a key'} twice in one object: send it once.`);
      keys.add(key);
    } else if (code === codes.comma) values += 1;
    else if (codes.openings.some((opening) => opening === code)) {
      values += 1;
      openKeys.push(new Set());
    } else if (codes.closings.some((closing) => closing === code)) openKeys.pop();
    if (values > maxValues)
      throw invalidBody(`has more than ${maxValues} values: send a JSON object with the documented fields only.`);
  }
  return JSON.parse(text);
}

/** Whether an error may repeat the name of an unknown field: it is short, plain, and can't contain a bank number. */
export const isPlainName = (name: string): boolean => /^[a-z][\w-]{0,39}$/i.test(name) && !/\d{4}/.test(name);
