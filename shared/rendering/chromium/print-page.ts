/** Prints one checked document on a running browser: places it, surveys it, and refuses it or makes the PDF. */
import type { Browser, Page } from 'puppeteer-core';
import type { Layout, Rendered, Unprintable } from '../../core/content.ts';
import type { PreparedMarks } from '../../core/given/marks.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import { maxPages, page as paper, shorten } from '../layout.ts';
import { letterheadOf, styleOf } from '../marks/markup.ts';
import { drawnIn, fixDates, pageCountOf } from './chromium-pdf.ts';
import { blackenPage } from './page/blacken.ts';
import { placeMarks, showsSignature } from './page/marks.ts';
import { onSealedPage } from './page/sealed.ts';
import { placeInPage, settlePage } from './page/settle.ts';
import { surveyPage } from './page/survey.ts';
import { refusalOf, warningsOf } from './page/verdict.ts';
import { generatedIn } from './print-generated.ts';
import { authorDefaults } from './print-style.ts';
import { blackOnWhite } from './print-style-fax.ts';
import { columnPx, zonePx } from './sheet.ts';

export interface Printed {
  readonly pdf: Buffer;
  readonly pages: number;
  /** The browser that printed, if it is not the one that the project ships. */
  readonly engine?: string | undefined;
}

/**
 * The PDF of HTML that passed the check; the signature of `marks` already stands in it. Throws if the page crashes or
 * the browser is killed.
 */
export function printPage(
  browser: Browser,
  html: string,
  layout: Layout,
  marks?: PreparedMarks,
): Promise<Rendered<Printed>> {
  return onSealedPage(browser, async (page) => {
    if (marks !== undefined) await page.evaluate(placeMarks, styleOf(marks), letterheadOf(marks, layout));
    const makesContent = await page.evaluate(placeInPage, authorDefaults + html);
    const brokenImages = await page.evaluate(settlePage);
    if (layout === 'fax') await page.evaluate(blackenPage, blackOnWhite);
    if (brokenImages > 0) return refused(`The HTML has ${brokenImages} <img> whose data: URI is not a readable image.`);
    if (marks?.signature !== undefined && !(await page.evaluate(showsSignature))) return refused(unsigned);
    const survey = await page.evaluate(surveyPage, columnPx, zonePx(layout));
    const generated = makesContent || survey.marksOutside ? await generatedIn(page) : [];
    return refusalOf(survey, generated, layout) ?? (await pdfOf(page, layout, warningsOf(survey, generated, layout)));
  });
}

const unsigned =
  '{{signature}} stands where the HTML shows nothing, so the signature would not be printed. Move it into the text.';

async function pdfOf(page: Page, layout: Layout, warnings: readonly Warning[]): Promise<Rendered<Printed>> {
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
  return settled(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), layout, warnings);
}

async function settled(pdf: Buffer, layout: Layout, warnings: readonly Warning[]): Promise<Rendered<Printed>> {
  const pages = pageCountOf(pdf);
  if (pages > maxPages[layout]) {
    const most = maxPages[layout] === 1 ? '1 page' : `${maxPages[layout]} pages`;
    return refused(`The HTML fills more than ${most}, the most that a ${layout} may have. ${shorten(layout)}`);
  }
  const drawn = await drawnIn(pdf);
  if (drawn.missingGlyph)
    return refused(
      'The HTML shows a character that the font has no glyph for, by way of CSS, a form field or an SVG image. Remove it or send a PDF.',
    );
  if (!drawn.anything) return refused('There is nothing to print: the HTML shows no text, line or image.');
  fixDates(pdf);
  return { ok: true, warnings, pdf, pages };
}

function refused(problem: string): Unprintable {
  return { ok: false, problem };
}
