/** The child process of `markdownToHtml` for long Markdown. Writes the HTML as JSON, or only its size if it is too long. */
import { text } from 'node:stream/consumers';
import { convertMarkdown } from './to-html.ts';

const converted = convertMarkdown(await text(process.stdin));
const bytes = Buffer.byteLength(converted.html);
process.stdout.write(`${JSON.stringify(bytes > Number(process.argv[2]) ? { bytes } : converted)}\n`);
