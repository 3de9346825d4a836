/** Browsers that do not start in time: the document is refused as busy, on every kind of machine. */
import { useBrowser } from '../../../shared/rendering/chromium/find-browser.ts';
import { MachineBusy } from '../../../shared/rendering/process/fair-queue.ts';
import { papers } from '../../support/rendering/papers.ts';

let met: Error;
import.meta.jest.unstable_mockModule('../../../shared/rendering/chromium/launch-chromium.ts', () => ({
  launchChromium: () => Promise.reject(met),
}));
const { printHtml } = await import('../../../shared/rendering/chromium/print-html.ts');
const printing = () => printHtml('<p>Dear Ada</p>', papers.letter);

test('in Lambda a browser that does not start is the machine’s, and its error is kept for the log', async () => {
  met = new Error('no memory');
  await expect(printing()).rejects.toMatchObject({ name: 'MachineBusy', cause: met });
});

test('a start that takes too long says nothing about the browser that was chosen', async () => {
  useBrowser({ kind: 'installed', executable: '/usr/bin/chromium' });
  met = new MachineBusy('The browser did not start in time');
  for (let time = 0; time < 2; time++) await expect(printing()).rejects.toBe(met);
});

test('one that was chosen and fails is named', async () => {
  met = new Error('no such file');
  expect(await printing()).toMatchObject({ ok: false, code: 'html_unavailable' });
});
