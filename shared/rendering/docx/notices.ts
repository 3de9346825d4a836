/** Finds what a .docx has that will not be printed, or stands elsewhere than its author sees it. */
import type { DocxKind } from '../../core/warnings/warning.ts';
import { ContentRefused } from '../content-refused.ts';
import type { Docx } from './open-docx.ts';

export interface Notices {
  readonly leftOut: readonly DocxKind[];
  readonly moved: readonly ('text boxes' | 'notes')[];
  readonly hasChanges: boolean;
}

/** `hasLostPictures`: some could not be read. Throws `ContentRefused` if the text itself is elsewhere. */
export function noticesOf({ parts, paths }: Docx, hasLostPictures: boolean): Notices {
  const textOf = (path: RegExp) =>
    [...parts].flatMap(([name, bytes]) => (path.test(name) ? [bytes.toString('utf8')] : [])).join('\n');
  const body = textOf(/^word\/(?:document|footnotes|endnotes)\w*\.xml$/);
  if (/<w:(?:altChunk|subDoc)\b/.test(body))
    throw new ContentRefused('The document shows another file inside it. Save it anew with Word, or as a PDF.');
  const leftOut: readonly (readonly [DocxKind, boolean])[] = [
    ['headers and footers', showsSomething(textOf(/^word\/(?:header|footer)\d*\.xml$/))],
    ['comments', /<w:comment\b/.test(textOf(/^word\/comments\.xml$/))],
    ['hidden text', hidden.test(body)],
    ['charts and shapes', /<(?:c:chart|dgm:relIds|wps:wsp|wpg:wgp|v:line|v:oval)\b/.test(body)],
    ['equations', /<m:oMath\b/.test(body)],
    ['embedded files', paths.some((path) => path.startsWith('word/embeddings/'))],
    ['pictures', hasLostPictures],
  ];
  const notes = /<w:(?:footnote|endnote)Reference\b/.test(body);
  return {
    leftOut: leftOut.flatMap(([kind, isThere]) => (isThere ? [kind] : [])),
    moved: [
      ...(/<w:txbxContent\b/.test(body) ? (['text boxes'] as const) : []),
      ...(notes ? (['notes'] as const) : []),
    ],
    hasChanges: /<w:(?:ins|del|moveFrom|moveTo)\b/.test(body),
  };
}

/** Text of a run, a picture, or the number of the page. */
const showsSomething = (xml: string): boolean =>
  /<w:t\b[^>]*>[^<]*\S|<(?:w:drawing|w:pict|w:fldSimple|w:instrText)\b/.test(xml);

/** A run whose properties say that it does not show. */
const hidden =
  /<w:r(?: [^>]*)?>\s*<w:rPr>(?:(?!<\/w:rPr>)[\s\S])*?<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<\/w:r>)[\s\S])*<\/w:r>/;

/** The text without its hidden runs. */
export const withoutHidden = (xml: string): string => xml.replaceAll(new RegExp(hidden, 'g'), '');
