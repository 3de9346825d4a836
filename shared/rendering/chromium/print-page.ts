/** Prints one checked document in a running browser: lays it out, surveys it, and refuses it or makes the PDF. */
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import type { Paper, Rendered } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import type { MarkupLanguage } from '../html/parse-html.ts';
import { shorteningAdvice, unprintable } from '../layout.ts';
import { blackenCall } from './page/blacken.ts';
import { callInPage } from './page/dom.ts';
import { authorDefaults, columnHeightPx, columnWidthPx, onSealedPage, paperStyle, zonePx } from './page/sealed.ts';
import { makeRoomForMarkers, settlePage } from './page/settle.ts';
import { type Survey, surveyCall } from './page/survey.ts';
import { type Generated, surveyRefusal, warningsOf } from './page/verdict.ts';

export interface Printed {
  readonly pdf: Buffer;
  readonly pages: number;
  /** The browser's name and version, if it is not the shipped one. */
  readonly engine?: string | undefined;
}

/** Prints checked HTML. Throws if the page or the browser dies. */
export function printPage(
  browser: Browser,
  html: string,
  paper: Paper,
  language: MarkupLanguage,
): Promise<Rendered<Printed>> {
  return onSealedPage(browser, paper, async (page) => {
    // Skips slow checks that can find nothing in this HTML.
    const mayHaveFixed = /fixed/i.test(html);
    const mayHaveInvisible = /color|background|opacity|font|zoom|scale/i.test(html);
    const surveySource = surveyCall(columnWidthPx(paper), zonePx(paper), { mayHaveFixed, mayHaveInvisible });
    const settled = await layOut(page, html, paper, surveySource);
    if (settled.brokenImages > 0)
      return unprintable(
        `The ${language} has ${settled.brokenImages} <img> whose data: URI is not a readable image. Replace or remove it.`,
      );
    let { survey } = settled;
    let generated = settled.mayGenerateContent ? await generatedBoxes(page) : [];
    const markers = generated.filter(({ item }) => item !== undefined);
    if (markers.length > 0) {
      const makeRoomSource = callInPage(makeRoomForMarkers, markers, columnWidthPx(paper));
      const changed = (await page.evaluate(`${makeRoomSource} ? ${surveySource} : undefined`)) as Survey | undefined;
      if (changed !== undefined) {
        survey = changed;
        generated = await generatedBoxes(page);
      }
    }
    const { scale } = settled;
    const shrunk: Warning[] = scale === 1 ? [] : [{ code: 'html_shrunk', percent: Math.floor(100 * scale) }];
    const warnings = [...shrunk, ...warningsOf(survey, generated, paper)];
    return surveyRefusal(survey, generated, paper, language) ?? (await pdfOf(page, paper, warnings, language));
  });
}

/** Does everything in the page with one script, because a round trip to the browser takes as long as a step. */
async function layOut(page: Page, html: string, paper: Paper, surveySource: string) {
  const [width, height] = [columnWidthPx(paper), columnHeightPx(paper)];
  const settleSource = callInPage(settlePage, paperStyle(paper), authorDefaults(paper) + html, width, height);
  const blackenSource = paper.isFaxed ? `${blackenCall()};` : '';
  return (await page.evaluate(`(async () => {
    const settled = await ${settleSource};
    ${blackenSource}
    return { ...settled, survey: ${surveySource} };
  })()`)) as Awaited<ReturnType<typeof settlePage>> & { readonly survey: Survey };
}

/** The boxes of generated content, except empty ones. */
async function generatedBoxes(page: Page): Promise<Generated[]> {
  const session = await page.createCDPSession();
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const [snapshot] = documents;
  if (snapshot === undefined) return [];
  const { nodes, layout } = snapshot;
  const nameOf = (node: number) => strings[nodes.nodeName?.[node] ?? -1]?.toLowerCase() ?? '';
  const boxes = layout.nodeIndex.map((node, index) => ({ node, bounds: layout.bounds[index] ?? [] }));
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
    // One page past the limit is enough to know that there are too many pages.
    pageRanges: `1-${paper.maxPages + 1}`,
  });
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { pages, ...content } = await readPages(pdf);
  if (pages > paper.maxPages) {
    const limit = paper.maxPages === 1 ? '1 page' : `${paper.maxPages} pages`;
    return unprintable(
      `The ${language} fills more than ${limit}, the most that a ${paper.noun} may have. ${shorteningAdvice(paper)}`,
      { kind: 'too_long' },
    );
  }
  if (content.hasMissingGlyph)
    return unprintable(
      `The ${language} shows a character that the font has no glyph for, in CSS, a form field or an SVG image. Remove it or send a PDF.`,
    );
  if (!content.hasContent)
    return unprintable(`There is nothing to print: the ${language} shows no text, line or image.`);
  // Overwrites the dates in place. Nothing else differs between two prints of the same document.
  for (const key of ['/CreationDate (D:', '/ModDate (D:'])
    for (let at = pdf.indexOf(key); at !== -1; at = pdf.indexOf(key, at + 1))
      pdf.write('20000101000000', at + key.length, 'latin1');
  // Page 1 of a letter may have nothing but the addresses.
  const blankPages = content.blankPages.filter((number) => number > 1 || paper.addressZoneIn === 0);
  const applicable = warnings.filter(({ code }) => code !== 'fixed_over_words' || pages > 1);
  if (blankPages.length > 0) applicable.push({ code: 'pages_blank', pages: blankPages });
  return { ok: true, warnings: applicable, pdf, pages };
}

/** The offset of each object by its number, from a simple cross-reference table with lines such as `0000000015 00000 n`. */
function objectStarts(pdf: Buffer): number[] {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 1_024));
  const table = pdf.toString('latin1', Number(/startxref\s+(\d+)/.exec(tail)?.[1]));
  // One section from object 0 on, as Skia writes it; otherwise the numbers would be wrong.
  if (!/^xref\s+0 \d+\s/.test(table)) return [];
  return Array.from(table.matchAll(/^(\d{10}) \d{5} [nf]/gm), ([, offset]) => Number(offset));
}

/** Reads the pages of a PDF that Chromium wrote. Throws if the file doesn't have the simple form that Chromium writes. */
async function readPages(pdf: Buffer): Promise<{
  readonly pages: number;
  /** False if all pages are white. */
  readonly hasContent: boolean;
  /** True if there is a glyph 0, which represents a missing character, even one from CSS or an SVG image. */
  readonly hasMissingGlyph: boolean;
  /** The pages that are all white, counted from 1. */
  readonly blankPages: readonly number[];
}> {
  // The object number of each page's content. Skia writes the pages in order.
  const pageContents = objectStarts(pdf)
    .slice(1)
    .filter((start) => pdf.toString('latin1', start, start + 40).includes('/Type /Page\n'))
    .map((start) => pdf.toString('latin1', start, pdf.indexOf('endobj', start)))
    .map((page) => Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]));
  if (pageContents.length === 0) throw new Error('No pages found: the format of Chromium’s PDFs has changed');
  /** The strings of glyphs, which Skia writes in hexadecimal, four digits for each glyph. */
  const stringsIn = (content: string) => content.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g).map(([, glyphs = '']) => glyphs);
  /** True if the content has an image, a shading, a fill, a stroke, or a glyph other than Tinos's space (glyph 3). */
  const drawsAnything = (content: string): boolean =>
    /\s(?:Do|sh|f\*?|S|B\*?)\n/.test(content) || stringsIn(content).some((glyphs) => !/^(?:0003)*$/.test(glyphs));
  let hasContent = false;
  let hasMissingGlyph = false;
  const inked = new Set<number>();
  for await (const { content, object } of contentsOf(pdf)) {
    hasContent ||= drawsAnything(content);
    hasMissingGlyph ||= stringsIn(content).some((glyphs) => glyphs.match(/.{4}/g)?.includes('0000'));
    // Splits where the color changes. In white, only images and shadings are ink. After `Q` the color is unknown.
    const parts = content.split(/(?<=\s(?:rg|Q)\n)/);
    const drawsInk = parts.some((part, index) =>
      parts[index - 1]?.endsWith('1 1 1 rg\n') ? /\s(?:Do|sh)\n/.test(part) : drawsAnything(part),
    );
    if (drawsInk) inked.add(object);
  }
  const blankPages = pageContents.flatMap((object, index) => (inked.has(object) ? [] : [index + 1]));
  return { pages: pageContents.length, hasContent, hasMissingGlyph, blankPages };
}

/**
 * The content streams of pages and groups, without fonts and images. Follows the cross-reference table, because an
 * image's bytes may look like a stream. Yields to other requests before each, because sixty large pages take 0.15 s.
 */
async function* contentsOf(pdf: Buffer): AsyncGenerator<{ readonly object: number; readonly content: string }> {
  const maxDictionaryBytes = 20_000;
  for (const [object, offset] of objectStarts(pdf).entries()) {
    if (object === 0) continue;
    const [dictionary = '', keyword] = pdf
      .toString('latin1', offset, offset + maxDictionaryBytes)
      .split(/(stream\n|endobj)/, 2);
    if (keyword !== 'stream\n' || /\/Subtype \/Image|\/Length1/.test(dictionary)) continue;
    const start = offset + dictionary.length + keyword.length;
    await yieldToRequests();
    const isCompressed = dictionary.includes('/FlateDecode');
    let content = '';
    try {
      content = isCompressed
        ? inflateSync(pdf.subarray(start), { maxOutputLength: 50_000_000 }).toString('latin1')
        : pdf.toString('latin1', start, pdf.indexOf('endstream', start));
    } catch {
      // Damaged content shows nothing.
    }
    yield { object, content };
  }
}
