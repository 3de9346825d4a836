/**
 * The process that `writeHtml` starts for long Markdown: reads it from standard input and writes one line of JSON. HTML
 * with more characters than its argument says is not handed over, because it would be refused.
 */
import { text } from 'node:stream/consumers';
import { markdownToHtml } from './to-html.ts';

const html = markdownToHtml(await text(process.stdin));
const isTooLong = html.length > Number(process.argv[2]);
process.stdout.write(`${JSON.stringify(isTooLong ? { bytes: Buffer.byteLength(html) } : { html })}\n`);
