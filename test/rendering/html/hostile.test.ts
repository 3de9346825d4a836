/** Hostile documents: each gets a result in time, has no network or file access, and does not affect the next one. */
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeBrowser, printHtml, printLimits, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { printPage } from '../../../shared/rendering/chromium/print-page.ts';
import { newFolder } from '../../support/new-folder.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { sample } from '../../support/sampling.ts';
import { accepted, printedHtml } from '../accepted.ts';
import { exhaustingDocuments } from './hostile/exhausting.ts';
import { reachingDocuments } from './hostile/reaching.ts';

/** The content of a file that no document may print. */
const canary = 'CANARYTEXT';
const folder = newFolder();
const file = join(folder, 'canary.txt');
writeFileSync(file, `${canary} `.repeat(40));

let connections = 0;
const spy = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

/** A function, because the server's port is known only when the tests run. */
const reaching = () =>
  reachingDocuments({ spy: `127.0.0.1:${(spy.address() as AddressInfo).port}/x`, file: pathToFileURL(file).href });
/** One title in 12, because each document takes seconds to print. */
const titlesOf = (documents: Record<string, string>) => sample(Object.keys(documents), 12);

beforeAll(async () => {
  await new Promise<void>((done) => spy.listen(0, '127.0.0.1', done));
  await warmBrowser();
}, 60_000);

afterAll(async () => {
  await closeBrowser();
  spy.close();
});

/** The result of a hostile document, after checking what must be true for every one of them. */
async function resultFor(html: string) {
  const startedAt = performance.now();
  // Less time than in production, to save time. The patience keeps a busy machine from changing a refusal to "busy".
  const limits = { ...printLimits, timeMs: 3_000, patienceMs: 20_000 };
  const result = await printHtml(html, papers.letter, { limits });
  expect(performance.now() - startedAt).toBeLessThan(25_000);
  if (result.ok) expect((await textsOf(result.pdf)).join()).not.toContain(canary);
  else expect(result.problem).toMatch(/^[A-Z<][^\n]{10,400}\.$/);
  const next = await printHtml('<p>An ordinary letter.</p>', papers.letter);
  expect(next).toMatchObject({ ok: true, pages: 1 });
  expect(connections).toBe(0);
  return result;
}

test.each(titlesOf(reachingDocuments({ spy: '', file: '' })))(
  'no request reaches a server and no file is printed, even if the check is skipped: %s',
  async (name) => {
    const html = reaching()[name] ?? '';
    await resultFor(html);
    const unchecked = await printPage((await warmBrowser()).browser, html, papers.letter, 'HTML');
    if (unchecked.ok) expect((await textsOf(unchecked.pdf)).join()).not.toContain(canary);
    expect(connections).toBe(0);
  },
);

test('the test server counts a request that reaches it', async () => {
  await expect(fetch(`http://127.0.0.1:${(spy.address() as AddressInfo).port}`)).rejects.toThrow();
  expect(connections).toBe(1);
  connections = 0;
});

test.each(sample(Object.keys(exhaustingDocuments), 24))(
  'a document that exhausts the browser gets a result in time, and the next letter is printed: %s',
  async (name) => {
    await resultFor(exhaustingDocuments[name] ?? '');
  },
);

const text = '<p>text</p>'.repeat(60);
const style = (css: string) => `<style>${css}</style>${text}`;

/** Documents that try to change the sheet. Each must have the same pages and left margin as plain text. */
const sheetDocuments: Record<string, string> = {
  '@page': style('@page { size: A3 landscape; margin: 3in }'),
  '@page by escapes': style('@\\70 age { margin: 3in } @p\\61ge { size: 1in } @\\000070age { margin: 4in }'),
  '@page in a template and in a drawing': `<template shadowrootmode="open"><style>@page { margin: 0 }</style></template><svg width="0" height="0" style="position: absolute"><style>@page { size: A3 }</style></svg>${text}`,
  'html and body': `<html style="zoom: 0.2"><body style="width: 3000px; margin: 500px; transform: scale(3)">${text}</body></html>`,
  ':root and :host': style(
    ':root, :host, :host-context(body), ::part(x), html:root { width: 3000px; font-size: 60px; zoom: 0.1; margin-left: -90px } :host { all: initial !important }',
  ),
  'the names of the elements around it': style(
    '#author, #column, body > div { width: 9999px !important; zoom: 0.5 !important; overflow: visible !important }',
  ),
};

test.each(titlesOf(sheetDocuments))('a document cannot change the sheet: %s', async (name) => {
  const plain = await printedHtml(text);
  const result = accepted(await resultFor(sheetDocuments[name] ?? ''));
  expect(result.pages).toBe(plain.pages);
  expect((await inkOf(result.pdf, 2)).leftIn).toBeCloseTo(1, 1);
});

/** Lets other work run for `count` turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((next) => setImmediate(next));
}

const turnCounts = sample([0, 1, 20, 400], 2);
const printLetter = () => printHtml('<p>x</p>', papers.letter);

function killBrowser(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // On a busy machine it may have ended already.
  }
}

test.each(turnCounts)('a browser killed %d turns of the event loop into a letter does not affect it', async (count) => {
  const { pid } = await warmBrowser();
  const printing = printLetter();
  await turns(count);
  killBrowser(pid);
  expect(await printing).toMatchObject({ ok: true, pages: 1 });
});

test.each(turnCounts)('a browser killed %d turns after a letter does not affect the next one', async (count) => {
  const { pid } = await warmBrowser();
  await printLetter();
  await turns(count);
  killBrowser(pid);
  expect(await printLetter()).toMatchObject({ ok: true, pages: 1 });
});
