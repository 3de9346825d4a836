/** The child process of `markdownToHtml` for long Markdown. Writes the HTML as JSON, or only its size if it is too long. */
import { text } from 'node:stream/consumers';
import { readMarkdown } from './to-html.ts';

const read = readMarkdown(await text(process.stdin));
const bytes = Buffer.byteLength(read.html);
process.stdout.write(`${JSON.stringify(bytes > Number(process.argv[2]) ? { bytes } : read)}\n`);
