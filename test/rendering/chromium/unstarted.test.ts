/** What a client learns if the browser does not start. The launch is replaced by one that fails with `startError`. */
import { useBrowser } from '../../../shared/rendering/chromium/find-browser.ts';
import { MachineBusy } from '../../../shared/rendering/process/fair-queue.ts';
import { papers } from '../../support/rendering/papers.ts';

let startError: Error;
import.meta.jest.unstable_mockModule('../../../shared/rendering/chromium/launch-chromium.ts', () => ({
  launchChromium: () => Promise.reject(startError),
}));
const { printHtml } = await import('../../../shared/rendering/chromium/print-html.ts');
const printing = () => printHtml('<p>Dear Ada</p>', papers.letter);

test('in Lambda the machine is busy if the browser does not start, and the cause is kept for the log', async () => {
  startError = new Error('no memory');
  await expect(printing()).rejects.toMatchObject({ name: 'MachineBusy', cause: startError });
});

test('HTML stays available if a start of the chosen browser takes too long', async () => {
  useBrowser({ kind: 'installed', executable: '/usr/bin/chromium' });
  startError = new MachineBusy('The browser did not start in time');
  await expect(printing()).rejects.toBe(startError);
  await expect(printing()).rejects.toBe(startError);
});

test('HTML is unavailable if the chosen browser fails to start', async () => {
  startError = new Error('no such file');
  expect(await printing()).toMatchObject({ ok: false, code: 'html_unavailable' });
});
