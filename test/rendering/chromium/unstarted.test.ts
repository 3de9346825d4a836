/** A client's error if the browser does not start. The launch is replaced by one that fails with `failure`. */
import type { BrowserChoice } from '../../../shared/rendering/chromium/find-browser.ts';
import { papers } from '../../support/rendering/papers.ts';

let failure: Error;
let choice: BrowserChoice | undefined;
const { jest } = import.meta;
const chromium = '../../../shared/rendering/chromium';
jest.unstable_mockModule(`${chromium}/find-browser.ts`, () => ({ chosenBrowser: () => choice }));
jest.unstable_mockModule(`${chromium}/launch-chromium.ts`, () => ({ launchChromium: () => Promise.reject(failure) }));

// Loads the modules again for each test, because they remember a failed start.
beforeEach(() => jest.resetModules());
const printing = async () => {
  const { printHtml } = await import('../../../shared/rendering/chromium/print-html.ts');
  return printHtml('<p>Dear Ada</p>', papers.letter);
};

test('in Lambda the machine is busy if the browser does not start, and the cause is kept for the log', async () => {
  choice = undefined;
  failure = new Error('no memory');
  await expect(printing()).rejects.toMatchObject({ name: 'MachineBusy', cause: failure });
});

test('HTML stays available if a start of the chosen browser takes too long', async () => {
  choice = { kind: 'installed', executable: '/usr/bin/chromium' };
  const { MachineBusy } = await import('../../../shared/rendering/process/fair-queue.ts');
  failure = new MachineBusy('The browser did not start in time');
  await expect(printing()).rejects.toBe(failure);
  await expect(printing()).rejects.toBe(failure);
});

test('HTML is unavailable if the chosen browser fails to start', async () => {
  choice = { kind: 'installed', executable: '/usr/bin/chromium' };
  failure = new Error('no such file');
  expect(await printing()).toMatchObject({ ok: false, code: 'html_unavailable' });
});
