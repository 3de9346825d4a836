/** Inspects somebody else's PDF in a process of its own: some file hangs, crashes or fools every reader there is. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addressZoneWarning, type Layout, type Rendered, tooManyPages, type Unprintable } from './layout.ts';
import { type WorkLimits, watched } from './watchdog.ts';

/** What the child writes, a line of JSON each: first what it found in the structure, then whether the address zone is free. */
export type Finding =
  | { readonly problem: string }
  | { readonly pages: number }
  | { readonly printsInAddressZone: boolean };

export const inspectLimits: WorkLimits = { timeMs: 5_000, memoryBytes: 600_000_000 };

const childFile = fileURLToPath(new URL('./inspect-pdf-child.ts', import.meta.url));
const childFlags = [
  '--max-old-space-size=256',
  '--permission',
  '--allow-fs-read=*',
  '--disable-warning=SecurityWarning',
];

/**
 * The number of pages of `pdf`, if it can be printed. Unprintable: no PDF, cut short, encrypted, a page that is not
 * upright US Letter, a page tree with a loop or a wrong count, too many pages, more work than the limits allow.
 */
export async function inspectPdf(
  pdf: Uint8Array,
  layout: Layout,
  limits: WorkLimits = inspectLimits,
): Promise<Rendered<{ pages: number }>> {
  const problem = problemOfBytes(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (problem !== undefined) return { ok: false, problem };
  const { findings, wasEnded } = await inspectInChild(pdf, limits);
  return verdict(findings, wasEnded, layout);
}

const nearEnds = 1024;

function problemOfBytes(pdf: Buffer): string | undefined {
  if (!pdf.subarray(0, nearEnds).includes('%PDF-'))
    return 'The file is not a PDF: it does not begin with %PDF-. Send a PDF.';
  if (pdf.subarray(-2 * nearEnds).includes('startxref')) return undefined;
  return 'The PDF is cut short: its end is missing. Send the whole file.';
}

async function inspectInChild(
  pdf: Uint8Array,
  limits: WorkLimits,
): Promise<{ findings: Finding[]; wasEnded: boolean }> {
  const child = spawn(process.execPath, [...childFlags, childFile], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  // A child that gives up early closes its end of the pipe: what it wrote counts, not that it stopped reading.
  child.stdin.on('error', () => undefined).end(pdf);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', () => resolve());
  });
  const outcome = await watched(child.pid ?? 0, limits, () => child.kill('SIGKILL'), ended);
  const lines = output.split('\n').slice(0, -1);
  return { findings: lines.map((line) => JSON.parse(line) as Finding), wasEnded: outcome.excess !== undefined };
}

function verdict(findings: readonly Finding[], wasEnded: boolean, layout: Layout): Rendered<{ pages: number }> {
  const problem = findings.find((finding) => 'problem' in finding)?.problem;
  if (problem !== undefined) return { ok: false, problem };
  const pages = findings.find((finding) => 'pages' in finding)?.pages;
  if (pages === undefined) return wasEnded ? tooMuchWork : unreadable;
  const zone = findings.find((finding) => 'printsInAddressZone' in finding);
  // A first page that takes too long to draw is the partner's to draw; one that breaks the second reader is damaged.
  if (zone === undefined && !wasEnded) return unreadable;
  const isCovered = zone?.printsInAddressZone ?? false;
  const warnings = layout === 'letter' && isCovered ? [addressZoneWarning] : [];
  return tooManyPages(pages, 'PDF', layout) ?? { ok: true, warnings, pages };
}

const tooMuchWork: Unprintable = {
  ok: false,
  problem: 'The PDF takes too much time or memory to read. Save it anew with another program, with smaller images.',
};

const unreadable: Unprintable = {
  ok: false,
  problem: 'The PDF cannot be read: it is damaged. Save it anew with another program.',
};
