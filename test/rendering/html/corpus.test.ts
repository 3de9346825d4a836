/** Every document of the corpus has the same pages in the process model that ships and in the other one. */
import { type Chromium, launchChromium } from '../../../shared/rendering/chromium/launch-chromium.ts';
import { printPage } from '../../../shared/rendering/chromium/print-page.ts';
import { checkHtml } from '../../../shared/rendering/html/check-html.ts';
import { sample } from '../../support/proofs.ts';
import { papers } from '../../support/rendering/papers.ts';
import { exportedDocuments } from './corpus/exports.ts';
import { goldenPages } from './corpus/golden.ts';
import { pictureDocuments } from './corpus/pictures.ts';
import { proseDocuments } from './corpus/prose.ts';
import { tableDocuments } from './corpus/tables.ts';

const printed = { ...proseDocuments, ...tableDocuments, ...exportedDocuments, ...pictureDocuments };
const startMs = 60_000;

test('the corpus has more than thirty documents, each with a golden answer', () => {
  expect(Object.keys(goldenPages)).toEqual(Object.keys(printed));
  expect(Object.keys(printed).length).toBeGreaterThan(30);
});

/** In the sample, one document in four, and one in sixteen by the process model that does not ship. */
describe.each([
  ['one process, as shipped', '', 4],
  ['several processes', '--single-process', 16],
] as const)('in %s', (_, without, oneIn) => {
  let chromium: Chromium;

  beforeAll(async () => {
    chromium = await launchChromium(without);
  }, startMs);

  afterAll(() => chromium.kill());

  const answerTo = async (html: string) => {
    const checked = await checkHtml(html);
    const result = checked.ok ? await printPage(chromium.browser, checked.html, papers.letter) : checked;
    return result.ok ? result.pages : result.problem;
  };

  test.each(sample(Object.entries(goldenPages), oneIn))('%s: %d pages', async (name, pages) => {
    expect(await answerTo(printed[name] ?? '')).toBe(pages);
  });
});
