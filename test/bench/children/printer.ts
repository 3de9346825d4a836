/** The render function's work without its bucket: prints the HTML file as often as each message says, and answers when done. */
import { readFileSync } from 'node:fs';
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { papers } from '../../support/rendering/papers.ts';

// The function holds an S3 client, too.
await import('@aws-sdk/client-s3');
const html = readFileSync(process.argv[2] ?? '', 'utf8');

process.on('message', async (times: number) => {
  for (let time = 0; time < times; time++) {
    const printed = await printHtml(html, papers.letter);
    if (!printed.ok) throw new Error(printed.problem);
  }
  process.send?.('done');
});
process.on('disconnect', () => void closeBrowser().then(() => process.exit()));
