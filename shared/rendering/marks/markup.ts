/** Marks as HTML, with the size and the lines that the typesetter gives them. No rule of the author's changes them. */
import { readFileSync } from 'node:fs';
import type { Layout } from '../../core/content.ts';
import type { PreparedMarks, PreparedName, PreparedPicture } from '../../core/given/marks.ts';
import type { SignatureMarkup } from '../html/sign-html.ts';
import { POINTS_PER_INCH, page } from '../layout.ts';
import { letterheadLeftPt, linesFor, linesOfLetterhead } from './boxes.ts';
import { fileOfFace } from './face-files.ts';

const family = 'Signature Script';

/** The rules that the sheet needs for these marks. */
export function styleOf({ signature }: PreparedMarks): string {
  if (signature?.kind !== 'typed' || signature.face !== 'script') return '';
  const font = readFileSync(fileOfFace('script')).toString('base64');
  return `@font-face { font-family: "${family}"; src: url(data:font/ttf;base64,${font}) }`;
}

export function signatureOf({ signature }: PreparedMarks): SignatureMarkup | undefined {
  if (signature === undefined) return undefined;
  const inPlace = signature.kind === 'image' ? signaturePicture(signature) : writtenName(signature);
  return { inPlace, atEnd: `<span style="${forced({ height: `${page.lineHeightPt}pt` })}"></span>${inPlace}` };
}

/** Stands beside the author's part. On a letter it takes no room; on a fax it takes whole lines. */
export function letterheadOf({ letterhead }: PreparedMarks, layout: Layout): string {
  if (letterhead === undefined) return '';
  const rowsPt = linesOfLetterhead(letterhead, layout) * page.lineHeightPt;
  const leftPt = letterheadLeftPt(letterhead, layout) - page.marginIn * POINTS_PER_INCH;
  const place = layout === 'fax' ? { margin: `0 0 ${rowsPt - letterhead.heightPt}pt` } : aside(leftPt);
  return picture(letterhead, place);
}

const aside = (leftPt: number) => ({ position: 'absolute', top: '0', left: `${leftPt}pt` });

function signaturePicture(signature: PreparedPicture): string {
  const spare = linesFor(signature.heightPt) * page.lineHeightPt - signature.heightPt;
  return picture(signature, { margin: `${spare / 2}pt 0` });
}

const picture = ({ png, widthPt, heightPt }: PreparedPicture, more: Readonly<Record<string, string>>): string =>
  `<img data-mark alt="" src="data:image/png;base64,${png}" style="${forced({ width: `${widthPt}pt`, height: `${heightPt}pt`, ...more })}">`;

/** Kerning would make the name narrower than it was measured, and ligatures may be missing from one face. */
function writtenName({ typed, face, fontSizePt, heightPt, widthPt }: PreparedName): string {
  const heightInLines = linesFor(heightPt) * page.lineHeightPt;
  const font = face === 'script' ? `${fontSizePt}pt "${family}"` : `italic ${fontSizePt}pt ${page.fontFamily}`;
  const style = forced({
    font: font.replaceAll('"', "'"),
    'line-height': `${heightInLines}pt`,
    height: `${heightInLines}pt`,
    'min-width': `${widthPt}pt`,
    'font-kerning': 'none',
    'font-variant-ligatures': 'none',
    'white-space': 'pre',
  });
  return `<span data-mark style="${style}">${escaped(typed)}</span>`;
}

/** Declarations that win against the author's, in an element that inherits nothing. */
const forced = (declarations: Readonly<Record<string, string>>): string =>
  Object.entries({ all: 'initial', display: 'block', 'break-inside': 'avoid', ...declarations })
    .map(([property, value]) => `${property}: ${value} !important`)
    .join('; ');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
