/** The page that holds an author's HTML: its sheet, its column, its font, and the policy that nothing is fetched. */
import type { Layout } from '../../core/content.ts';
import { addressZoneIn, PIXELS_PER_INCH, page } from '../layout.ts';

export const columnPx = page.columnWidthIn * PIXELS_PER_INCH;
export const columnHeightPx = (page.heightIn - 2 * page.marginIn) * PIXELS_PER_INCH;

/** The height of the address zone within the column of page 1, in CSS pixels. */
export function zonePx(layout: Layout): number {
  return Math.max(0, addressZoneIn[layout] - page.marginIn) * PIXELS_PER_INCH;
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:";

/**
 * The frame around the author's part, out of reach of the author's CSS. The clipped box keeps Chromium from shrinking
 * the whole document to fit something wide. Without geometricPrecision, line breaks depend on the process model.
 */
export const sheetHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Letter</title>
<style>
  @page { size: ${page.widthIn}in ${page.heightIn}in; margin: ${page.marginIn}in }
  html, body { margin: 0; padding: 0; background: none }
  html { font: ${page.fontSizePt}pt/${page.lineHeightPt / page.fontSizePt} ${page.fontFamily}; color: #000 }
  html, body, #column, #author { text-rendering: geometricPrecision !important }
  #column { width: ${columnPx}px; overflow-x: clip }
</style></head><body><div id="column"><div id="author"></div></div></body></html>`;
