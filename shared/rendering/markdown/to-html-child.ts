/** The process of `writeHtml` for long Markdown: writes one line of JSON, and no HTML that is too long. */
import { text } from 'node:stream/consumers';
import { readMarkdown } from './to-html.ts';

const read = readMarkdown(await text(process.stdin));
process.stdout.write(
  `${JSON.stringify(read.html.length > Number(process.argv[2]) ? { bytes: Buffer.byteLength(read.html) } : read)}\n`,
);
