/** Prints one checked document on a running browser: set it, survey it, refuse it by name or make the PDF. */

import type { Browser, Page } from 'puppeteer-core';
import { firstWithoutGlyph } from './characters.ts';
import { fixDates, hasMissingGlyph, pageCountOf } from './chromium-pdf.ts';
import {
  addressZoneWarning,
  type Layout,
  maxPages,
  page as paper,
  type Rendered,
  tooManyPages,
  type Unprintable,
} from './layout.ts';
import { placeInPage, settlePage } from './page-settle.ts';
import { type Survey, surveyPage } from './page-survey.ts';
import { authorDefaults, columnHeightPx, columnPx, sheetHtml, zonePx } from './sheet.ts';

export interface Printed {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** The PDF of HTML that passed the check. Throws what the browser throws: a page that crashed, a browser that was ended. */
export async function printPage(browser: Browser, html: string, layout: Layout): Promise<Rendered<Printed>> {
  const page = await sealedPage(browser);
  try {
    await page.setContent(sheetHtml, { waitUntil: 'load' });
    await page.evaluate(placeInPage, authorDefaults + html);
    const brokenImages = await page.evaluate(settlePage);
    const survey = await page.evaluate(surveyPage, columnPx, zonePx(layout));
    const refusal = refusalOf(survey, brokenImages, layout);
    if (refusal !== undefined) return refusal;
    return await pdfOf(page, layout, survey.inZone ? [addressZoneWarning] : []);
  } finally {
    await page.close().catch(() => undefined);
  }
}

/** A fresh page with every door shut: each of these alone was seen to leave one open. */
async function sealedPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.on('request', (request) => {
    request.abort().catch(() => undefined);
  });
  await Promise.all([
    page.setJavaScriptEnabled(false),
    page.setOfflineMode(true),
    page.setRequestInterception(true),
    page.setViewport({ width: columnPx, height: columnHeightPx }),
    page.emulateMediaType('print'),
  ]);
  return page;
}

function refusalOf(survey: Survey, brokenImages: number, layout: Layout): Unprintable | undefined {
  if (survey.smuggled > 0) return refused('The HTML can be read in two ways. Close every element that it opens.');
  if (brokenImages > 0) return refused(`The HTML has ${brokenImages} <img> whose data: URI is not a readable image.`);
  const pages = Math.ceil(survey.heightPx / columnHeightPx);
  return firstWithoutGlyph(survey.characters) ?? tooWide(survey) ?? tooManyPages(pages, 'HTML', layout);
}

function tooWide({ widest, widthPx }: Survey): Unprintable | undefined {
  const column = `the column is ${columnPx} px (${paper.columnWidthIn} inches) wide`;
  const cure = 'What stands outside would be cut off: make it narrower or let it wrap.';
  // The document's own width is in whole pixels, rounded up, and a hidden pinpoint may stand at the very edge.
  const rightPx = Math.max(widest.rightPx, widthPx - 1);
  if (widest.leftPx < -0.5 && -widest.leftPx > rightPx - columnPx) {
    return refused(
      `${widest.name} begins ${Math.ceil(-widest.leftPx)} px left of the column's edge; ${column}. ${cure}`,
    );
  }
  if (rightPx <= columnPx + 0.5) return undefined;
  const name = widest.name === '' ? 'An element' : widest.name;
  return refused(`${name} reaches to ${Math.ceil(rightPx)} px and ${column}. ${cure}`);
}

async function pdfOf(page: Page, layout: Layout, warnings: readonly string[]): Promise<Rendered<Printed>> {
  const margin = `${paper.marginIn}in`;
  const bytes = await page.pdf({
    width: `${paper.widthIn}in`,
    height: `${paper.heightIn}in`,
    margin: { top: margin, right: margin, bottom: margin, left: margin },
    printBackground: true,
    tagged: false,
    waitForFonts: false,
    timeout: 0,
    // One page past the limit is enough to know that there are too many.
    pageRanges: `1-${maxPages[layout] + 1}`,
  });
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages = pageCountOf(pdf);
  if (pages > maxPages[layout])
    return refused(
      `The HTML fills more than ${maxPages[layout]} pages, the most that a ${layout} may have. Shorten it or send it in parts.`,
    );
  if (hasMissingGlyph(pdf)) return refused(missingGlyph);
  fixDates(pdf);
  return { ok: true, warnings, pdf, pages };
}

const missingGlyph =
  "The HTML shows a character that the letter's font has no glyph for, by way of CSS, a form field or an SVG image. Remove it or send a PDF.";

function refused(problem: string): Unprintable {
  return { ok: false, problem };
}
