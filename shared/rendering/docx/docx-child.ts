/** The process of `readDocx`: writes the .docx on standard input as HTML. It may be killed at any time. */
import { buffer } from 'node:stream/consumers';
import { ContentRefused } from '../content-refused.ts';
import type { DocxFinding } from './docx.ts';
import { openDocx } from './open-docx.ts';
import { docxToHtml } from './to-html.ts';

process.stdout.write(`${JSON.stringify(await finding())}\n`);

async function finding(): Promise<DocxFinding> {
  try {
    return await docxToHtml(openDocx(await buffer(process.stdin)));
  } catch (error) {
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}
