/** Prints one checked document on a running browser: places it, surveys it, and refuses it or makes the PDF. */
import type { Browser, Page } from 'puppeteer-core';
import type { Paper, Rendered } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import type { MarkupLanguage } from '../html/parse-html.ts';
import { shorten, unprintable } from '../layout.ts';
import { readPages } from './chromium-pdf.ts';
import { blackenCall } from './page/blacken.ts';
import { callInPage } from './page/dom.ts';
import { authorDefaults, columnHeightPx, columnPx, onSealedPage, paperStyle, zonePx } from './page/sealed.ts';
import { makeRoomForMarkers, settlePage } from './page/settle.ts';
import { type Survey, surveyCall } from './page/survey.ts';
import { type Generated, surveyRefusal, warningsOf } from './page/verdict.ts';

export interface Printed {
  readonly pdf: Buffer;
  readonly pages: number;
  /** True if the pages may take long to draw. */
  readonly isElaborate: boolean;
  /** The browser that printed, if it is not the one that the project ships. */
  readonly engine?: string | undefined;
}

/** Prints checked HTML. Throws if the page or the browser dies. */
export function printPage(
  browser: Browser,
  html: string,
  paper: Paper,
  language: MarkupLanguage = 'HTML',
): Promise<Rendered<Printed>> {
  return onSealedPage(browser, paper, async (page) => {
    // Leaves out the searches that cost time and can find nothing in this HTML.
    const seeks = [/fixed/i.test(html) ? 'fixed' : '', /color|opacity|font|zoom|scale/i.test(html) ? 'unseen' : ''];
    const surveyed = surveyCall(columnPx(paper), zonePx(paper), seeks.join(' '));
    const settled = await layOut(page, html, paper, surveyed);
    if (settled.brokenImages > 0)
      return unprintable(
        `The ${language} has ${settled.brokenImages} <img> whose data: URI is not a readable image. Replace or remove it.`,
      );
    let { survey } = settled;
    let generated = settled.makesContent ? await generatedIn(page) : [];
    const markers = generated.flatMap(({ item, leftPx, rightPx }) =>
      item === undefined ? [] : [[item, leftPx, rightPx]],
    );
    if (markers.length > 0) {
      const makesRoom = callInPage(makeRoomForMarkers, JSON.stringify(markers), columnPx(paper));
      const again = (await page.evaluate(`${makesRoom} ? ${surveyed} : undefined`)) as Survey | undefined;
      if (again !== undefined) [survey, generated] = [again, await generatedIn(page)];
    }
    const { scale } = settled;
    const shrunk: Warning[] = scale === 1 ? [] : [{ code: 'html_shrunk', percent: Math.round(100 * scale) }];
    const warnings = [...shrunk, ...warningsOf(survey, generated, paper)];
    return surveyRefusal(survey, generated, paper, language) ?? (await pdfOf(page, paper, warnings, language));
  });
}

/** Everything done in the page, as one program: each message to the browser and back costs as much as one step. */
async function layOut(page: Page, html: string, paper: Paper, surveyed: string) {
  const [width, height] = [columnPx(paper), columnHeightPx(paper)];
  const settle = callInPage(settlePage, paperStyle(paper), authorDefaults(paper) + html, width, height);
  const blackening = paper.isFaxed ? `${blackenCall()};` : '';
  return (await page.evaluate(`(async () => {
    const settled = await ${settle};
    ${blackening}
    return { ...settled, survey: ${surveyed} };
  })()`)) as Awaited<ReturnType<typeof settlePage>> & { readonly survey: Survey };
}

/** The boxes of generated content that have a width and a height. */
async function generatedIn(page: Page): Promise<Generated[]> {
  const session = await page.createCDPSession();
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const [{ nodes, layout } = { nodes: {}, layout: undefined }] = documents;
  const nameOf = (node: number) => strings[nodes.nodeName?.[node] ?? -1]?.toLowerCase() ?? '';
  const boxes = (layout?.nodeIndex ?? []).map((node, index) => ({ node, bounds: layout?.bounds[index] ?? [] }));
  const items = [...(nodes.nodeName ?? []).keys()].filter((node) => nameOf(node) === 'li');
  const itemOf = new Map(items.map((node, index) => [node, index]));
  return boxes.flatMap(({ node, bounds: [leftPx = 0, topPx = 0, widthPx = 0, heightPx = 0] }) => {
    const name = nameOf(node);
    if (!name.startsWith('::') || widthPx === 0 || heightPx === 0) return [];
    const parent = nodes.parentIndex?.[node] ?? -1;
    const item = name === '::marker' ? itemOf.get(parent) : undefined;
    const sides = { leftPx, rightPx: leftPx + widthPx, topPx, bottomPx: topPx + heightPx };
    return [{ name: `<${nameOf(parent)}>${name}`, ...sides, item }];
  });
}

async function pdfOf(
  page: Page,
  paper: Paper,
  warnings: readonly Warning[],
  language: MarkupLanguage,
): Promise<Rendered<Printed>> {
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
  const { pages, isElaborate, ...drawn } = await readPages(pdf);
  if (pages > paper.mostPages) {
    const most = paper.mostPages === 1 ? '1 page' : `${paper.mostPages} pages`;
    return unprintable(
      `The ${language} fills more than ${most}, the most that a ${paper.noun} may have. ${shorten(paper)}`,
      { kind: 'too_long' },
    );
  }
  if (drawn.missingGlyph)
    return unprintable(
      `The ${language} shows a character that the font has no glyph for, by way of CSS, a form field or an SVG image. Remove it or send a PDF.`,
    );
  if (!drawn.anything) return unprintable(`There is nothing to print: the ${language} shows no text, line or image.`);
  // Overwrites the dates in place. Nothing else differs between two prints of one document.
  for (const key of ['/CreationDate (D:', '/ModDate (D:'])
    for (let at = pdf.indexOf(key); at !== -1; at = pdf.indexOf(key, at + 1))
      pdf.write('20000101000000', at + key.length, 'latin1');
  // Page 1 of a letter may hold only the addresses.
  const blank = drawn.blank.filter((page) => page > 1 || paper.addressZoneIn === 0);
  const applying = warnings.filter(({ code }) => code !== 'fixed_over_words' || pages > 1);
  if (blank.length > 0) applying.push({ code: 'pages_blank', pages: blank });
  return { ok: true, warnings: applying, pdf, pages, isElaborate };
}
