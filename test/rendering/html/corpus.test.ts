/** Every document of the corpus has its expected number of pages: a different number would change a price. */
import { closeBrowser, printHtml, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { papers } from '../../support/rendering/papers.ts';
import { sample } from '../../support/sampling.ts';
import { corpus } from './corpus.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const rows = Object.entries(corpus).map(([name, [pages, html]]) => [name, pages, html] as const);

test.each(sample(rows, 4))('the document “%s” has %d pages', async (_, pages, html) => {
  expect(await printHtml(html, papers.letter)).toMatchObject({ ok: true, pages });
});
