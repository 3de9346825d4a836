/** Prints one checked document on a running browser: places it, surveys it, and refuses it or makes the PDF. */
import type { Browser, Page } from 'puppeteer-core';
import type { Paper, Rendered } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import { shorten, unprintable } from '../layout.ts';
import { drawnIn, fixDates, pageCountOf } from './chromium-pdf.ts';
import { blackenPage, blackOnWhite } from './page/blacken.ts';
import { authorDefaults, columnHeightPx, columnPx, onSealedPage, paperStyle, zonePx } from './page/sealed.ts';
import { cutPaper, fitWhole, makeRoomForMarkers, markTallRows, placeInPage, settlePage } from './page/settle.ts';
import { type Survey, surveyPage } from './page/survey.ts';
import { surveyRefusal, warningsOf } from './page/verdict.ts';
import { type Generated, generatedIn } from './print-generated.ts';

export interface Printed {
  readonly pdf: Buffer;
  readonly pages: number;
  /** The browser that printed, if it is not the one that the project ships. */
  readonly engine?: string | undefined;
}

/** Prints checked HTML. Throws if the page or the browser dies. */
export function printPage(browser: Browser, html: string, paper: Paper): Promise<Rendered<Printed>> {
  return onSealedPage(browser, paper, async (page) => {
    const { makesContent, brokenImages, scale, survey: first } = await laidOut(page, html, paper);
    if (brokenImages > 0)
      return unprintable(`The HTML has ${brokenImages} <img> whose data: URI is not a readable image.`);
    const { survey, generated } = await withRoomForMarkers(page, html, paper, {
      survey: first,
      generated: makesContent || first.marksOutside ? await generatedIn(page) : [],
    });
    const shrunk: Warning[] = scale === 1 ? [] : [{ code: 'html_shrunk', percent: Math.round(100 * scale) }];
    const warnings = [...shrunk, ...warningsOf(survey, generated, paper)];
    return surveyRefusal(survey, generated, paper) ?? (await pdfOf(page, paper, warnings));
  });
}

interface Surveyed {
  readonly survey: Survey;
  readonly generated: readonly Generated[];
}

/** Makes room for markers that are wider than the padding of their list, and surveys the page again. */
async function withRoomForMarkers(page: Page, html: string, paper: Paper, before: Surveyed): Promise<Surveyed> {
  const markers = before.generated.flatMap(({ item, leftPx, rightPx }) =>
    item === undefined ? [] : [[item, leftPx, rightPx]],
  );
  if (markers.length === 0) return before;
  const makeRoom = call(makeRoomForMarkers, JSON.stringify(markers), columnPx(paper));
  const survey = await page.evaluate(`${makeRoom} ? ${surveyCall(paper, html)} : undefined`);
  return survey === undefined ? before : { survey: survey as Survey, generated: await generatedIn(page) };
}

/** A survey for this HTML, without the searches that cost time and can find nothing in it. */
const surveyCall = (paper: Paper, html: string): string => {
  const seeks = [/fixed/i.test(html) ? 'fixed' : '', /color|opacity|font|zoom|scale/i.test(html) ? 'unseen' : ''];
  return call(surveyPage, columnPx(paper), zonePx(paper), seeks.join(' '));
};

interface LaidOut {
  readonly makesContent: boolean;
  readonly brokenImages: number;
  /** The size of the print, as a share of the author's size. */
  readonly scale: number;
  readonly survey: Survey;
}

/** Everything done in the page, as one program: each message to the browser and back costs as much as one step. */
async function laidOut(page: Page, html: string, paper: Paper): Promise<LaidOut> {
  const blackening = paper.isFaxed ? `${call(blackenPage, blackOnWhite)};` : '';
  return (await page.evaluate(`(async () => {
    ${call(cutPaper, paperStyle(paper))};
    const makesContent = ${call(placeInPage, authorDefaults(paper) + html)};
    const brokenImages = await ${call(settlePage)};
    ${call(markTallRows, columnHeightPx(paper))};
    const scale = ${call(fitWhole, columnPx(paper))};
    ${blackening}
    return { makesContent, brokenImages, scale, survey: ${surveyCall(paper, html)} };
  })()`)) as LaidOut;
}

/** A call as source text. JSON is JavaScript, whatever an author has written. */
const call = <Args extends readonly (string | number)[]>(step: (...args: Args) => unknown, ...args: Args): string =>
  `(${step})(${args.map((value) => JSON.stringify(value)).join()})`;

async function pdfOf(page: Page, paper: Paper, warnings: readonly Warning[]): Promise<Rendered<Printed>> {
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
    pageRanges: `1-${paper.mostPages + 1}`,
  });
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages = pageCountOf(pdf);
  if (pages > paper.mostPages) {
    const most = paper.mostPages === 1 ? '1 page' : `${paper.mostPages} pages`;
    return unprintable(`The HTML fills more than ${most}, the most that a ${paper.noun} may have. ${shorten(paper)}`);
  }
  const drawn = await drawnIn(pdf);
  if (drawn.missingGlyph)
    return unprintable(
      'The HTML shows a character that the font has no glyph for, by way of CSS, a form field or an SVG image. Remove it or send a PDF.',
    );
  if (!drawn.anything) return unprintable('There is nothing to print: the HTML shows no text, line or image.');
  fixDates(pdf);
  // Page 1 of a letter may hold only the addresses.
  const blank = drawn.blank.filter((page) => page > 1 || paper.addressZoneIn === 0);
  const applying = warnings.filter(({ code }) => code !== 'fixed_over_words' || pages > 1);
  if (blank.length > 0) applying.push({ code: 'pages_blank', pages: blank });
  return { ok: true, warnings: applying, pdf, pages };
}
