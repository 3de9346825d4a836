/** The process of `writeHtml` for long Markdown: writes one line of JSON, and no HTML that is too long. */
import { text } from 'node:stream/consumers';
import { markdownToHtml } from './to-html.ts';

const html = markdownToHtml(await text(process.stdin));
const isTooLong = html.length > Number(process.argv[2]);
process.stdout.write(`${JSON.stringify(isTooLong ? { bytes: Buffer.byteLength(html) } : { html })}\n`);
