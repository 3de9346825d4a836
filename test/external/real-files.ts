/**
 * Measures how the service takes real files: `node test/external/real-files.ts FOLDER [MOST]`. It reads the .pdf and .html
 * files in FOLDER, at most MOST of them, and fetches nothing. Good folders are the test files of pdf.js and qpdf, and
 * templates of e-mails. Without a folder it does nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceForCallers } from '../../shared/core/warnings/for-callers.ts';
import type { Warning } from '../../shared/core/warnings/warning.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { openFile } from '../../shared/rendering/files/open-file.ts';
import { textsOf } from '../support/read-pdf.ts';
import { papers } from '../support/rendering/papers.ts';

const paper = papers.letter;
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

interface Outcome {
  readonly pages?: number;
  readonly problem?: string;
  readonly warnings: readonly string[];
  /** Words on page 1 of what the service printed itself. */
  readonly firstWords?: number;
  readonly ms: number;
}

async function outcomeOf(path: string): Promise<Outcome> {
  const startedAt = performance.now();
  const past = () => Math.round(performance.now() - startedAt);
  const bytes = readFileSync(path);
  try {
    const result = path.endsWith('.html')
      ? await printHtml(withoutPictures(bytes.toString('utf8')), paper, { network: path })
      : await openFile(bytes, { paper, isAttachment: false, isUpload: true }, path);
    if (!result.ok) return { problem: result.problem, warnings: [], ms: past() };
    const printed = { pages: result.pages, warnings: named(result.warnings), ms: past() };
    if (!path.endsWith('.html')) return printed;
    const [first = ''] = await textsOf(Buffer.from(result.pdf));
    return { ...printed, firstWords: first.match(/[\p{L}\p{N}]+/gu)?.length ?? 0 };
  } catch (error) {
    return { problem: `${(error as Error).name}: ${(error as Error).message}`, warnings: [], ms: past() };
  }
}

const named = (warnings: readonly Warning[]) =>
  warnings.map((warning) => `${warning.code}: ${sentenceForCallers(warning)}`);

/** Pictures of the web are refused by rule, so they are replaced to measure the rest. */
const withoutPictures = (html: string): string =>
  html
    .replace(/(\b(?:src|background)\s*=\s*["'])(?!data:)[^"']*/gi, `$1${dot}`)
    .replace(/url\(\s*(["']?)(?!data:)[^)"']*\.(?:png|jpe?g|gif|svg)[^)"']*\1\s*\)/gi, `url(${dot})`);

const [folder, most = '100000'] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stdout.write('Name a folder of .pdf or .html files. Nothing was measured.\n');
} else {
  const files = readdirSync(folder).filter((name) => /\.(?:pdf|html)$/.test(name));
  const reasons = new Map<string, number>();
  let accepted = 0;
  const chosen = files.sort().slice(0, Number(most));
  for (const name of chosen) {
    const outcome = await outcomeOf(join(folder, name));
    if (outcome.problem === undefined) accepted += 1;
    else {
      const reason = outcome.problem.replaceAll(/\d[\d.]*/g, 'n').slice(0, 70);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    process.stdout.write(`${JSON.stringify({ name, ...outcome })}\n`);
  }
  for (const [reason, count] of [...reasons].sort(([, one], [, other]) => other - one))
    process.stdout.write(`${String(count).padStart(5)} ${reason}\n`);
  process.stdout.write(`${chosen.length} files: ${accepted} accepted, ${chosen.length - accepted} refused\n`);
  await closeBrowser();
}
