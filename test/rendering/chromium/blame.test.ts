/** A document is blamed for a browser that dies only where browsers do not die without it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { launchChromium } from '../../../shared/rendering/chromium/launch-chromium.ts';
import { NoPage } from '../../../shared/rendering/chromium/page/sealed.ts';
import {
  assignBlame,
  closeBrowser,
  printFailure,
  printHtml,
  warmBrowser,
} from '../../../shared/rendering/chromium/print-html.ts';
import { papers } from '../../support/rendering/papers.ts';

afterEach(closeBrowser);

const died = printFailure(new Error('The browser ended'), false);
const gone = printFailure(Object.assign(new Error('Target closed'), { name: 'TargetCloseError' }), true);
const empty = printFailure(new NoPage('The browser opened no page'), false);
const accident = printFailure(new TypeError('no ink'), true);
const prints = async () => true;
const dies = async () => false;

test.each([
  ['died', died, 'printing'],
  ['lost its page', gone, 'printing'],
  ['opened no page', empty, 'empty'],
  ['met an accident of ours', accident, undefined],
])('a browser that %s', (_, failure, lost) => {
  expect(failure.lost).toBe(lost);
});

test('two browsers that die under a document, and a plain page that prints: it is the document', async () => {
  for (const failures of [
    [died, died],
    [died, gone],
  ])
    expect(await assignBlame(failures, prints)).toEqual({ ok: false, problem: expect.stringContaining('twice') });
});

test.each([
  ['a plain page does not print either', [died, died], dies],
  ['the document was not in the first', [empty, died], prints],
  ['the document was not in the second', [died, empty], prints],
])('%s: it is the machine', async (_, failures, plain) => {
  await expect(assignBlame(failures, plain)).rejects.toMatchObject({ name: 'MachineBusy' });
});

test('an accident stays one', async () => {
  await expect(assignBlame([died, accident], prints)).rejects.toBe(accident.error);
  await expect(assignBlame([accident, died], prints)).rejects.toBe(accident.error);
});

test('where each browser dies at once, the document is refused as busy', async () => {
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      (await warmBrowser()).kill();
      await turn();
    }
  })();
  const printing = printHtml('<p>Dear Ada</p>', papers.letter).finally(() => {
    isOver = true;
  });
  await expect(printing).rejects.toMatchObject({ name: 'MachineBusy' });
  await killing.catch(() => undefined);
  expect(await printHtml('<p>Dear Ada</p>', papers.letter)).toMatchObject({ ok: true });
}, 60_000);

test('a browser that says nothing after its start is given up, and the machine is to blame', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mute-browser-'));
  const executable = join(folder, 'chrome');
  writeFileSync(executable, '#!/bin/sh\nexec sleep 60\n');
  chmodSync(executable, 0o755);
  const launched = launchChromium({ kind: 'installed', executable }, 300);
  await expect(launched).rejects.toMatchObject({ name: 'MachineBusy' });
  rmSync(folder, { recursive: true });
}, 60_000);
