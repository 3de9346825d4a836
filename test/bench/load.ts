/** The renderer under load: the memory of its whole process tree, and how many documents a second it prints. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { papers } from '../support/rendering/papers.ts';
import { htmlOf } from './documents.ts';
import { treeMemory } from './process-tree.ts';
import { against, type Section } from './report.ts';

const targetMb = { 1: 400, 60: 700 } as const;
const lookEveryMs = 20;
const documentsEach = 40;

export async function memory(folder: string): Promise<Section> {
  const rows: string[][] = [];
  for (const pages of [1, 60] as const) {
    const { resident, proportional } = await peakMb(htmlFile(folder, pages));
    rows.push([String(pages), against(proportional, targetMb[pages], ' MB'), `${Math.round(resident)} MB`]);
  }
  const header = ['Pages', 'Peak, shared pages once', 'Peak, sum of what is resident'];
  return { title: 'Memory of the renderer: Node and Chromium together', header, rows };
}

async function peakMb(file: string): Promise<{ resident: number; proportional: number }> {
  const printer = startPrinter(file);
  const peak = { resident: 0, proportional: 0 };
  const look = setInterval(() => {
    const { residentBytes, proportionalBytes } = treeMemory(printer.pid ?? 0);
    peak.resident = Math.max(peak.resident, residentBytes / 1e6);
    peak.proportional = Math.max(peak.proportional, proportionalBytes / 1e6);
  }, lookEveryMs);
  await print(printer, 5);
  clearInterval(look);
  await stop(printer);
  return peak;
}

export async function throughput(folder: string): Promise<Section> {
  const rows: string[][] = [];
  for (const atOnce of [1, 2, 4])
    rows.push([String(atOnce), perSecond(await byCallers(atOnce)), perSecond(await byPrinters(folder, atOnce))]);
  await closeBrowser();
  const header = ['At once', 'One renderer, that many callers', 'That many renderers, as on Lambda'];
  return { title: 'Throughput: 1-page HTML documents a second', header, rows };
}

async function byCallers(atOnce: number): Promise<number> {
  const html = htmlOf(1);
  await printHtml(html, papers.letter);
  const caller = async () => {
    for (let count = 0; count < documentsEach / atOnce; count++) await printHtml(html, papers.letter);
  };
  return rate(documentsEach, () => Promise.all(Array.from({ length: atOnce }, caller)));
}

async function byPrinters(folder: string, atOnce: number): Promise<number> {
  const file = htmlFile(folder, 1);
  const printers = Array.from({ length: atOnce }, () => startPrinter(file));
  await Promise.all(printers.map((printer) => print(printer, 2)));
  const documents = documentsEach * atOnce;
  const result = await rate(documents, () => Promise.all(printers.map((printer) => print(printer, documentsEach))));
  await Promise.all(printers.map(stop));
  return result;
}

async function rate(documents: number, run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (documents * 1000) / (performance.now() - startedAt);
}

function perSecond(documents: number): string {
  return documents.toFixed(1);
}

function htmlFile(folder: string, pages: number): string {
  const file = join(folder, `${pages}.html`);
  writeFileSync(file, htmlOf(pages));
  return file;
}

function startPrinter(file: string): ChildProcess {
  return fork(fileURLToPath(new URL('children/printer.ts', import.meta.url)), [file]);
}

async function print(printer: ChildProcess, times: number): Promise<void> {
  const ended = once(printer, 'exit').then(([code]) => Promise.reject(new Error(`The printer ended with ${code}`)));
  printer.send(times);
  await Promise.race([once(printer, 'message'), ended]);
}

async function stop(printer: ChildProcess): Promise<void> {
  const ended = once(printer, 'exit');
  printer.disconnect();
  await ended;
}
