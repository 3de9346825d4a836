/**
 * HTML on a machine with an installed browser, and without one. The installed browser is a script that starts the shipped
 * Chromium and records how it was started.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkBrowser } from '../../../lib/operator/doctor/doctor.ts';
import { type BrowserChoice, useBrowser } from '../../../shared/rendering/chromium/find-browser.ts';
import { closeBrowser, printHtml, printLimits, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { unpackChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import { processorMs, residentBytes } from '../../../shared/rendering/process/watchdog.ts';
import { newFolder } from '../../support/new-folder.ts';
import { papers } from '../../support/rendering/papers.ts';
import { printedHtml } from '../accepted.ts';
import { corpus } from '../html/corpus.ts';

const folder = newFolder();
const executable = join(folder, 'chrome');
const record = join(folder, 'record');
const installed: BrowserChoice = { kind: 'installed', executable };

beforeAll(async () => {
  const shipped = await unpackChromium();
  const lines = ['#!/bin/sh', `{ env; printf '%s\\n' "$@"; } > '${record}'`];
  const start = `LD_LIBRARY_PATH='${shipped.libraries}' exec '${shipped.executable}' "$@"`;
  writeFileSync(executable, `${[...lines, start].join('\n')}\n`);
  chmodSync(executable, 0o755);
}, 60_000);

afterEach(closeBrowser);

const letter = '<div style="height: 2.1in"></div><h1>Notice</h1><p>Dear Ada</p>';
/** Takes the browser longer than any limit. */
const endless = `${'<div style="columns: 2">'.repeat(25)}x${'</div>'.repeat(25)}`;

async function printedWith(choice: BrowserChoice, html: string) {
  await closeBrowser();
  useBrowser(choice);
  return printedHtml(html);
}

test('an installed browser prints the same PDF as the shipped one, is named in the result, and starts with the same protection', async () => {
  const report = corpus['a report of 59 pages']?.[1] ?? '';
  const byShipped = await printedWith({ kind: 'shipped' }, letter);
  const shippedReport = await printedHtml(report);
  process.env.STRIPE_SECRET_KEY = 'sk_test_canary';
  const byInstalled = await printedWith(installed, letter);
  delete process.env.STRIPE_SECRET_KEY;
  // Without geometricPrecision, the line breaks would depend on the number of the browser's processes.
  expect((await printedHtml(report)).pages).toBe(shippedReport.pages);
  expect(byShipped.engine).toBeUndefined();
  expect(byInstalled).toMatchObject({ pages: 1, warnings: [], engine: expect.stringMatching(/^Chrome\/\d+\.\d/) });
  expect(byInstalled.pdf.equals(byShipped.pdf)).toBe(true);
  const recorded = readFileSync(record, 'utf8').split('\n');
  expect(recorded).toEqual(
    expect.arrayContaining(['--proxy-server=http://127.0.0.1:9', '--host-resolver-rules=MAP * ~NOTFOUND']),
  );
  expect(recorded).not.toContain('--single-process');
  expect(recorded.join('\n')).not.toMatch(/canary|disable-web-security|remote-debugging-port/);
});

test('an installed browser has no network', async () => {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  useBrowser(installed);
  const { browser } = await warmBrowser();
  // A page without its own protection: the command line alone must be enough.
  const page = await browser.newPage();
  await expect(page.goto(`${base}/canary`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
  await page.close();
  server.close();
  expect(requests).toEqual([]);
});

test('an installed browser is watched with all its processes, and ends with all of them if a document takes too long', async () => {
  useBrowser(installed);
  const { pid } = await warmBrowser();
  // `pid` is negative: the whole process group, which uses more than its leader.
  expect(residentBytes(pid)).toBeGreaterThan(residentBytes(-pid) ?? Number.POSITIVE_INFINITY);
  const refused = await printHtml(endless, papers.letter, {
    limits: { ...printLimits, timeMs: 300, patienceMs: 20_000 },
  });
  expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining('takes too long to print') });
  while (processorMs(pid) !== undefined) await new Promise((next) => setImmediate(next));
});

const none: BrowserChoice = { kind: 'none', reason: 'No browser.', fix: 'Set CHROMIUM_PATH.' };
test('without a browser, HTML is refused, and the error says what to do', async () => {
  useBrowser(none);
  expect(await printHtml(letter, papers.letter)).toEqual({
    ok: false,
    code: 'html_unavailable',
    problem: expect.stringMatching(/No browser\. Set CHROMIUM_PATH\. Text and PDFs need no browser\.$/),
  });
});

test('requests do not wait for a browser that has failed to start, and it prints once it starts again', async () => {
  await closeBrowser();
  const starts = join(folder, 'starts');
  const broken = join(folder, 'broken');
  writeFileSync(broken, `#!/bin/sh\necho started >> '${starts}'\nexit 1\n`);
  chmodSync(broken, 0o755);
  useBrowser({ kind: 'installed', executable: broken });
  const unavailable = { ok: false, code: 'html_unavailable', problem: expect.stringContaining('does not start') };
  for (let time = 0; time < 2; time++) expect(await printHtml(letter, papers.letter)).toEqual(unavailable);
  expect(readFileSync(starts, 'utf8')).toBe('started\n');
  useBrowser(installed);
  await warmBrowser();
  expect(await printHtml(letter, papers.letter)).toMatchObject({ ok: true, pages: 1 });
});

test('the doctor names the browser, or the reason why HTML can’t be printed', async () => {
  const nowhere = join(folder, 'nowhere');
  expect(await checkBrowser(executable)).toEqual({
    grade: 'ok',
    message: expect.stringMatching(/^printed by Chrome\/\d/),
  });
  expect(await checkBrowser(nowhere)).toMatchObject({ grade: 'FAIL', fix: expect.stringContaining('CHROMIUM_PATH') });
  expect(await checkBrowser('/bin/false')).toMatchObject({
    grade: 'FAIL',
    message: 'can’t be printed: the browser doesn’t start',
  });
  expect(await checkBrowser(undefined, none)).toMatchObject({ grade: 'warn', fix: 'No browser. Set CHROMIUM_PATH.' });
  expect(await checkBrowser(undefined)).toEqual({ grade: 'ok', message: 'printed by the project’s own Chromium' });
});
