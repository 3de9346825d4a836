/** The browser example in `examples/`, opened as a file. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { running, startService, textOnly } from '../support/e2e/service.ts';
import { inBrowser } from '../support/pages/browsing.ts';
import { letterPrice } from '../support/prices.ts';

const service = running(() => startService(textOnly));
const browsing = inBrowser();

test('the example page gets a price, creates one job, and links to its pay page', async () => {
  const tab = await browsing.tab();
  const file = pathToFileURL(join(import.meta.dirname, '..', '..', 'examples', 'letter', 'order.html'));
  await tab.goto(`${file}?api=${encodeURIComponent(service.baseUrl)}`);
  await tab.click('button');
  await tab.waitForSelector('#pay:not([hidden])');
  const link = await tab.$eval('#pay', (anchor) => anchor.getAttribute('href') ?? '');
  expect(await tab.$eval('button', (button) => button.disabled)).toBe(true);
  expect(await tab.$eval('output', (output) => output.textContent)).toContain(`It costs ${letterPrice().total}.`);
  expect((await service.get(link, { accept: 'text/html' })).text).toContain('Letter to Ada Lovelace');
});
