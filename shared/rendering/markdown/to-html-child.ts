/** The process that `writeHtml` starts for long Markdown: reads it from standard input and writes one line of JSON. */
import { text } from 'node:stream/consumers';
import { htmlLimits } from '../html/parse-html.ts';
import { toHtml } from './to-html.ts';

const html = toHtml(await text(process.stdin));
// HTML that would be refused for its length is not handed over.
const tooLong = html.length > htmlLimits.bytes;
process.stdout.write(`${JSON.stringify(tooLong ? { bytes: Buffer.byteLength(html) } : { html })}\n`);
