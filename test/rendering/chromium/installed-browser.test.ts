/**
 * HTML on a machine that has a browser of its own, or none. A script that starts the shipped Chromium from elsewhere
 * stands in for the first, and notes how it was started.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { htmlVerdict } from '../../../lib/operator/doctor/doctor.ts';
import { type BrowserChoice, useBrowser } from '../../../shared/rendering/chromium/find-browser.ts';
import { closeBrowser, printHtml, printLimits, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { unpackChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import { processorMs, residentBytes } from '../../../shared/rendering/process/watchdog.ts';
import { papers } from '../../support/rendering/papers.ts';
import { printedHtml } from '../accepted.ts';
import { corpus } from '../html/corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'installed-browser-'));
const program = join(folder, 'chrome');
const notes = join(folder, 'notes');
const own: BrowserChoice = { kind: 'installed', executable: program };

beforeAll(async () => {
  const { executable, libraries } = await unpackChromium();
  const lines = ['#!/bin/sh', `{ env; printf '%s\\n' "$@"; } > '${notes}'`];
  writeFileSync(program, `${lines.join('\n')}\nLD_LIBRARY_PATH='${libraries}' exec '${executable}' "$@"\n`);
  chmodSync(program, 0o755);
}, 60_000);

afterEach(closeBrowser);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const letter = '<div style="height: 2.1in"></div><h1>Notice</h1><p>Dear Ada</p>';
const endless = `${'<div style="columns: 2">'.repeat(25)}x${'</div>'.repeat(25)}`;

async function printed(html: string, choice: BrowserChoice) {
  await closeBrowser();
  useBrowser(choice);
  return printedHtml(html);
}

describe('a browser of the machine', () => {
  test('prints what the shipped one prints, is named, and is started behind the same walls', async () => {
    const long = corpus['a report of sixty pages']?.[1] ?? '';
    const [ours, ourLong] = [await printed(letter, { kind: 'shipped' }), await printedHtml(long)];
    process.env.STRIPE_SECRET_KEY = 'sk_test_canary';
    const theirs = await printed(letter, own);
    delete process.env.STRIPE_SECRET_KEY;
    // Without geometricPrecision, its lines would depend on the number of the browser's processes.
    expect((await printedHtml(long)).pages).toBe(ourLong.pages);
    expect(ours.engine).toBeUndefined();
    expect(theirs).toMatchObject({ pages: 1, warnings: [], engine: expect.stringMatching(/^Chrome\/\d+\.\d/) });
    expect(theirs.pdf.equals(ours.pdf)).toBe(true);
    const started = readFileSync(notes, 'utf8').split('\n');
    expect(started).toEqual(
      expect.arrayContaining(['--proxy-server=http://127.0.0.1:9', '--host-resolver-rules=MAP * ~NOTFOUND']),
    );
    expect(started).not.toContain('--single-process');
    expect(started.join('\n')).not.toMatch(/canary|disable-web-security|remote-debugging-port/);
  });

  test('reaches nothing, is watched with all its processes, and all of them end with a document that takes too long', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    useBrowser(own);
    const { browser, pid } = await warmBrowser();
    // Without the seals of a page: the command line alone must hold.
    const page = await browser.newPage();
    await expect(page.goto(`${base}/canary`)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    await page.close();
    server.close();
    expect(asked).toEqual([]);

    expect(residentBytes(pid)).toBeGreaterThan(residentBytes(-pid) ?? Number.POSITIVE_INFINITY);
    const refused = await printHtml(endless, papers.letter, {
      limits: { ...printLimits, timeMs: 300, patienceMs: 20_000 },
    });
    expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining('takes longer than 1 seconds') });
    while (processorMs(pid) !== undefined) await new Promise((next) => setImmediate(next));
  });
});

describe('without a browser', () => {
  const none: BrowserChoice = { kind: 'none', why: 'No browser.', cure: 'Set CHROMIUM_PATH.' };
  test('HTML is refused with the cure', async () => {
    useBrowser(none);
    expect(await printHtml(letter, papers.letter)).toEqual({
      ok: false,
      code: 'html_unavailable',
      problem: expect.stringMatching(/No browser\. Set CHROMIUM_PATH\. Text and PDFs need no browser\.$/),
    });
  });

  test('one that does not start is tried once, and then no request waits for it; one that starts again prints', async () => {
    await closeBrowser();
    const starts = join(folder, 'starts');
    const executable = join(folder, 'broken');
    writeFileSync(executable, `#!/bin/sh\necho started >> '${starts}'\nexit 1\n`);
    chmodSync(executable, 0o755);
    useBrowser({ kind: 'installed', executable });
    const unavailable = { ok: false, code: 'html_unavailable', problem: expect.stringContaining('does not start') };
    for (let time = 0; time < 2; time++) expect(await printHtml(letter, papers.letter)).toEqual(unavailable);
    expect(readFileSync(starts, 'utf8')).toBe('started\n');
    useBrowser(own);
    await warmBrowser();
    expect(await printHtml(letter, papers.letter)).toMatchObject({ ok: true, pages: 1 });
  });
});

describe('the doctor', () => {
  test('names the browser, or says why HTML is refused', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await htmlVerdict(program)).toEqual({ grade: 'ok', says: expect.stringMatching(/^printed by Chrome\/\d/) });
    expect(await htmlVerdict(nowhere)).toMatchObject({ grade: 'FAIL', says: expect.stringContaining('CHROMIUM_PATH') });
    expect(await htmlVerdict('/bin/false')).toMatchObject({
      grade: 'FAIL',
      says: 'refused. The browser does not start',
    });
    const none: BrowserChoice = { kind: 'none', why: 'No browser.', cure: 'Install one.' };
    expect(await htmlVerdict(undefined, none)).toMatchObject({ grade: 'warn', cure: 'Install one.' });
    expect(await htmlVerdict(undefined)).toEqual({ grade: 'ok', says: 'printed by the Chromium of the project' });
  });
});
