/** A new process that prints one HTML file and says how long it took, from the start of the process on: ours. */
import { readFileSync } from 'node:fs';
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { papers } from '../../support/rendering/papers.ts';

const printed = await printHtml(readFileSync(process.argv[2] ?? '', 'utf8'), papers.letter);
if (!printed.ok) throw new Error(printed.problem);
console.log(performance.now());
await closeBrowser();
