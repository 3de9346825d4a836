/** Marks as HTML, with the size and the lines that the typesetter gives them. No rule of the author's changes them. */
import { readFileSync } from 'node:fs';
import type { PreparedMarks, PreparedName, PreparedPicture } from '../../core/given/marks.ts';
import type { Paper } from '../../core/paper.ts';
import type { SignatureMarkup } from '../html/sign-html.ts';
import { fontFamily, POINTS_PER_INCH } from '../layout.ts';
import { letterheadLeftPt, linesFor, linesOfLetterhead } from './boxes.ts';
import { fileOfFace } from './face-files.ts';

const family = 'Signature Script';

/** The rules that the sheet needs for these marks. */
export function signatureStyle({ signature }: PreparedMarks): string {
  if (signature?.kind !== 'typed' || signature.face !== 'script') return '';
  const font = readFileSync(fileOfFace('script')).toString('base64');
  return `@font-face { font-family: "${family}"; src: url(data:font/ttf;base64,${font}) }`;
}

export function signatureOf({ signature }: PreparedMarks, paper: Paper): SignatureMarkup | undefined {
  if (signature === undefined) return undefined;
  const inPlace = signature.kind === 'image' ? signaturePicture(signature, paper) : writtenName(signature, paper);
  return { inPlace, atEnd: `<span style="${forced({ height: `${paper.lineHeightPt}pt` })}"></span>${inPlace}` };
}

/** Stands beside the author's part. It takes no room where it stands aside, else whole lines. */
export function letterheadOf({ letterhead }: PreparedMarks, paper: Paper): string {
  if (letterhead === undefined) return '';
  const rowsPt = linesOfLetterhead(letterhead, paper) * paper.lineHeightPt;
  const leftPt = letterheadLeftPt(letterhead, paper) - paper.marginIn * POINTS_PER_INCH;
  const place = paper.letterhead.standsAside ? aside(leftPt) : { margin: `0 0 ${rowsPt - letterhead.heightPt}pt` };
  return picture(letterhead, place);
}

const aside = (leftPt: number) => ({ position: 'absolute', top: '0', left: `${leftPt}pt` });

function signaturePicture(signature: PreparedPicture, paper: Paper): string {
  const spare = linesFor(signature.heightPt, paper) * paper.lineHeightPt - signature.heightPt;
  return picture(signature, { margin: `${spare / 2}pt 0` });
}

const picture = ({ png, widthPt, heightPt }: PreparedPicture, more: Readonly<Record<string, string>>): string =>
  `<img data-mark alt="" src="data:image/png;base64,${png}" style="${forced({ width: `${widthPt}pt`, height: `${heightPt}pt`, ...more })}">`;

/** Kerning would make the name narrower than it was measured, and ligatures may be missing from one face. */
function writtenName({ typed, face, fontSizePt, heightPt, widthPt }: PreparedName, paper: Paper): string {
  const heightInLines = linesFor(heightPt, paper) * paper.lineHeightPt;
  const font = face === 'script' ? `${fontSizePt}pt "${family}"` : `italic ${fontSizePt}pt ${fontFamily}`;
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
