/** The process of `readDocx`: writes the .docx on standard input as HTML. It may be killed at any time. */
import { registerHooks } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { ContentRefused } from '../content-refused.ts';
import type { DocxFinding } from './docx.ts';
import { openDocx } from './open-docx.ts';

/** The converter brings them, and nothing here calls them: they take longer to load than a letter to read. */
const unused = new Set(['jszip', 'xmlbuilder']);
registerHooks({
  resolve: (name, context, next) =>
    unused.has(name) ? { url: 'node:zlib', format: 'builtin', shortCircuit: true } : next(name, context),
});
const { docxToHtml } = await import('./to-html.ts');

process.stdout.write(`${JSON.stringify(await finding())}\n`);

async function finding(): Promise<DocxFinding> {
  try {
    return await docxToHtml(openDocx(await buffer(process.stdin)));
  } catch (error) {
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}
