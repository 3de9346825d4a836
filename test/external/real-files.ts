/**
 * Measures how the service takes real files: `node test/external/real-files.ts FOLDER [MOST]`. It reads the .pdf, .docx
 * and .html files in FOLDER, at most MOST of them, and fetches nothing. Good folders are the test files of pdf.js, qpdf,
 * docx4j, pandoc, python-docx and mammoth, and templates of e-mails. Without a folder it does nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceForCallers } from '../../shared/core/warnings/for-callers.ts';
import type { Warning } from '../../shared/core/warnings/warning.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { openDocx } from '../../shared/rendering/docx/open-docx.ts';
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
  /** The words of a .docx that are not in its PDF, whatever the service says. */
  readonly missing?: readonly string[];
  readonly ms: number;
}

async function outcomeOf(path: string): Promise<Outcome> {
  const startedAt = performance.now();
  const past = () => Math.round(performance.now() - startedAt);
  try {
    const opened = path.endsWith('.html')
      ? { ok: true as const, warnings: [], html: withoutPictures(readFileSync(path, 'utf8')) }
      : await openFile(readFileSync(path), { paper, isAttachment: false, isUpload: true }, path);
    if (!opened.ok) return { problem: opened.problem, warnings: [], ms: past() };
    if ('pdf' in opened) return { pages: opened.pages, warnings: named(opened.warnings), ms: past() };
    const printed = await printHtml(opened.html, paper, { network: path });
    if (!printed.ok) return { problem: printed.problem, warnings: named(opened.warnings), ms: past() };
    const ms = past();
    const texts = await textsOf(printed.pdf);
    const warnings = named([...opened.warnings, ...printed.warnings]);
    const missing = path.endsWith('.docx') ? missingFrom(texts.join(' '), path) : [];
    return { pages: printed.pages, warnings, firstWords: wordsOf(texts[0] ?? '').length, missing, ms };
  } catch (error) {
    return { problem: `${(error as Error).name}: ${(error as Error).message}`, warnings: [], ms: past() };
  }
}

const named = (warnings: readonly Warning[]) =>
  warnings.map((warning) => `${warning.code}: ${sentenceForCallers(warning)}`);

const wordsOf = (text: string) => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of the body's text that the PDF has less often. A PDF may divide words, so a few of these are none. */
function missingFrom(printed: string, path: string): string[] {
  const xml = openDocx(readFileSync(path)).parts.get('word/document.xml')?.toString('utf8') ?? '';
  const seen = xml
    .replaceAll(/<mc:Choice\b[\s\S]*?<\/mc:Choice>|<w:(?:del|moveFrom) [\s\S]*?<\/w:(?:del|moveFrom)>/g, '')
    .replaceAll(/<\/w:p>|<w:(?:tab|br|cr)\/>/g, '<w:t> </w:t>');
  const texts = [...seen.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text = '']) => text);
  const given = texts.join('').replaceAll(/&(?:lt|gt|amp|quot|apos|#\w+);/g, ' ');
  const squeezed = printed.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
  const left = new Map<string, number>();
  for (const word of wordsOf(printed)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(given).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0 && !squeezed.includes(word);
  });
}

/** Pictures of the web are refused by rule, so they are replaced to measure the rest. */
const withoutPictures = (html: string): string =>
  html
    .replace(/(\b(?:src|background)\s*=\s*["'])(?!data:)[^"']*/gi, `$1${dot}`)
    .replace(/url\(\s*(["']?)(?!data:)[^)"']*\.(?:png|jpe?g|gif|svg)[^)"']*\1\s*\)/gi, `url(${dot})`);

const [folder, most = '100000'] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stdout.write('Name a folder of .pdf, .docx or .html files. Nothing was measured.\n');
} else {
  const files = readdirSync(folder).filter((name) => /\.(?:pdf|docx|html)$/.test(name));
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
