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
  ['ended counts as dead during printing', died, 'during'],
  ['lost its page counts as dead during printing', lostPage, 'during'],
  ['opened no page counts as dead before printing', neverOpened, 'before'],
  ['is alive when our code fails does not count as dead', bug, undefined],
])('a browser that %s', (_, failure, browserDied) => {
  expect(failure.browserDied).toBe(browserDied);
});

test('the document is to blame if two browsers die printing it and a plain page prints', async () => {
  const refused = { ok: false, problem: expect.stringContaining('twice') };
  expect(await assignBlame([died, died], plainPagePrints)).toEqual(refused);
  expect(await assignBlame([died, lostPage], plainPagePrints)).toEqual(refused);
});

test.each([
  ['a plain page does not print either', [died, died], plainPageDies],
  ['the document was not in the first browser', [neverOpened, died], plainPagePrints],
  ['the document was not in the second browser', [died, neverOpened], plainPagePrints],
])('the machine is to blame if %s', async (_, failures, printsPlainPage) => {
  await expect(assignBlame(failures, printsPlainPage)).rejects.toMatchObject({ name: 'MachineBusy' });
});

test('an error in our own code is rethrown', async () => {
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

test('documents that find the same dead browser share one new browser', async () => {
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
