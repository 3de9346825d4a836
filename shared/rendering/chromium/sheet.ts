/** The page that holds an author's HTML: its sheet, its column, its font, and the policy that nothing is fetched. */
import type { Paper } from '../../domain/paper.ts';
import { columnWidthIn, fontFamily, PIXELS_PER_INCH } from '../layout.ts';

export const columnPx = (paper: Paper): number => columnWidthIn(paper) * PIXELS_PER_INCH;
export const columnHeightPx = ({ heightIn, marginIn }: Paper): number => (heightIn - 2 * marginIn) * PIXELS_PER_INCH;

/** The rules of the sheet that depend on its paper. */
export const paperStyle = (paper: Paper): string => {
  const { widthIn, heightIn, marginIn, fontSizePt, lineHeightPt } = paper;
  return `@page { size: ${widthIn}in ${heightIn}in; margin: ${marginIn}in }
    html { font-size: ${fontSizePt}pt; line-height: ${lineHeightPt / fontSizePt} }
    #column { width: ${columnPx(paper)}px }`;
};

/** The height of the address zone within the column of page 1, in CSS pixels. */
export function zonePx(paper: Paper): number {
  return Math.max(0, paper.addressZoneIn - paper.marginIn) * PIXELS_PER_INCH;
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:";

/**
 * The frame around the author's part, out of reach of the author's CSS. The clipped box keeps Chromium from shrinking
 * the whole document to fit something wide. Without geometricPrecision, line breaks depend on the process model.
 */
export const sheetHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Letter</title>
<style>
  html, body { margin: 0; padding: 0; background: none }
  html { font-family: ${fontFamily}; color: #000 }
  html, body, #column, #author { text-rendering: geometricPrecision !important }
  #column { overflow-x: clip }
</style><style id="paper"></style></head><body><div id="column"><div id="author"></div></div></body></html>`;
