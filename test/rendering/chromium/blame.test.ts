/** A document is blamed for a dead browser only if browsers survive without it. */
import { chmodSync, writeFileSync } from 'node:fs';
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
import { newFolder } from '../../support/new-folder.ts';
import { papers } from '../../support/rendering/papers.ts';

afterEach(closeBrowser);

const died = printFailure(new Error('The browser ended'), false);
const lostPage = printFailure(Object.assign(new Error('Target closed'), { name: 'TargetCloseError' }), true);
const neverOpened = printFailure(new NoPage('The browser opened no page'), false);
const bug = printFailure(new TypeError('no ink'), true);
const plainPagePrints = async () => true;
const plainPageDies = async () => false;

test.each([
  ['that died is lost during printing', died, 'during'],
  ['that lost its page is lost during printing', lostPage, 'during'],
  ['that opened no page is lost before printing', neverOpened, 'before'],
  ['is not lost if our own code fails', bug, undefined],
])('a browser %s', (_, failure, browserDied) => {
  expect(failure.browserDied).toBe(browserDied);
});

test('the document is to blame if two browsers die printing it and a plain page prints', async () => {
  for (const failures of [
    [died, died],
    [died, lostPage],
  ])
    expect(await assignBlame(failures, plainPagePrints)).toEqual({
      ok: false,
      problem: expect.stringContaining('twice'),
    });
});

test.each([
  ['a plain page does not print either', [died, died], plainPageDies],
  ['the document was not in the first browser', [neverOpened, died], plainPagePrints],
  ['the document was not in the second browser', [died, neverOpened], plainPagePrints],
])('the machine is to blame if %s', async (_, failures, plain) => {
  await expect(assignBlame(failures, plain)).rejects.toMatchObject({ name: 'MachineBusy' });
});

test('an error of our own code is rethrown', async () => {
  await expect(assignBlame([died, bug], plainPagePrints)).rejects.toBe(bug.error);
  await expect(assignBlame([bug, died], plainPagePrints)).rejects.toBe(bug.error);
});

test('a document is refused as busy if every browser dies immediately', async () => {
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

test('callers that find the same dead browser share one new browser', async () => {
  (await warmBrowser()).kill();
  const [first, second] = await Promise.all([warmBrowser(), warmBrowser()]);
  expect(second.pid).toBe(first.pid);
}, 60_000);

test('a browser that does not respond after its start is abandoned, and the machine is to blame', async () => {
  const folder = newFolder();
  const executable = join(folder, 'chrome');
  writeFileSync(executable, '#!/bin/sh\nexec sleep 60\n');
  chmodSync(executable, 0o755);
  const launched = launchChromium({ kind: 'installed', executable }, 300);
  await expect(launched).rejects.toMatchObject({ name: 'MachineBusy' });
}, 60_000);
