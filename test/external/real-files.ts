/**
 * Measures how the service takes real files: `node test/external/real-files.ts FOLDER [MOST] [--beside TEXTS]`. It reads
 * the .pdf, .docx and .html files in FOLDER, at most MOST of them, and fetches nothing. Good folders are the test files of
 * pdf.js, qpdf, docx4j, pandoc, python-docx and mammoth, and templates of e-mails. Without a folder it does nothing.
 *
 * TEXTS holds NAME.txt for each NAME.docx, as LibreOffice prints it: `soffice --headless --convert-to pdf --outdir TEXTS
 * FOLDER/*.docx`, then `pdftotext -layout` on each PDF. The words of both are compared.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { sentenceForCallers } from '../../shared/core/warnings/for-callers.ts';
import type { Warning } from '../../shared/core/warnings/warning.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { openDocx } from '../../shared/rendering/docx/open-docx.ts';
import { openFile } from '../../shared/rendering/files/open-file.ts';
import { textsOf } from '../support/read-pdf.ts';
import { papers } from '../support/rendering/papers.ts';
import { type WordsBeside, wordsBeside, wordsOf } from './other-words.ts';

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
  /** Against the text of another program. */
  readonly beside?: WordsBeside | undefined;
  readonly ms: number;
}

async function outcomeOf(path: string, texts?: string): Promise<Outcome> {
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
    const pages = await textsOf(printed.pdf);
    const text = pages.join(' ');
    const all = [...opened.warnings, ...printed.warnings];
    const missing = path.endsWith('.docx') ? missingFrom(text.toLowerCase(), path) : [];
    const other = texts === undefined ? undefined : otherText(path, texts);
    const beside = other === undefined ? undefined : wordsBeside(readFileSync(path), other, text, all);
    const firstWords = wordsOf(pages[0] ?? '').length;
    return { pages: printed.pages, warnings: named(all), firstWords, missing, beside, ms };
  } catch (error) {
    return { problem: `${(error as Error).name}: ${(error as Error).message}`, warnings: [], ms: past() };
  }
}

const named = (warnings: readonly Warning[]) =>
  warnings.map((warning) => `${warning.code}: ${sentenceForCallers(warning)}`);

function otherText(path: string, texts: string): string | undefined {
  const file = join(texts, basename(path).replace(/\.docx$/, '.txt'));
  return file.endsWith('.txt') && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Words of the body's text that the PDF has less often. A PDF may divide words, so a few of these are none. */
function missingFrom(printed: string, path: string): string[] {
  const xml = openDocx(readFileSync(path)).parts.get('word/document.xml')?.toString('utf8') ?? '';
  const seen = xml
    .replaceAll(/<mc:Choice\b[\s\S]*?<\/mc:Choice>|<w:(?:del|moveFrom) [\s\S]*?<\/w:(?:del|moveFrom)>/g, '')
    .replaceAll(/<\/w:p>|<w:(?:tab|br|cr)\/>/g, '<w:t> </w:t>');
  const texts = [...seen.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text = '']) => text.toLowerCase());
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

const { positionals, values } = parseArgs({ allowPositionals: true, options: { beside: { type: 'string' } } });
const [folder, most = '100000'] = positionals;
if (folder === undefined || !existsSync(folder)) {
  process.stdout.write('Name a folder of .pdf, .docx or .html files. Nothing was measured.\n');
} else {
  const files = readdirSync(folder).filter((name) => /\.(?:pdf|docx|html)$/.test(name));
  const reasons = new Map<string, number>();
  const verdicts = { kept: 0, warned: 0, silent: 0 };
  let accepted = 0;
  const chosen = files.sort().slice(0, Number(most));
  for (const name of chosen) {
    const outcome = await outcomeOf(join(folder, name), values.beside);
    if (outcome.beside !== undefined) verdicts[outcome.beside.verdict] += 1;
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
  const { kept, warned, silent } = verdicts;
  if (values.beside !== undefined)
    process.stdout.write(
      `${kept + warned + silent} compared: ${kept} keep 98 % of the words, ${warned} warn of what is missing, ${silent} do not\n`,
    );
  await closeBrowser();
}
