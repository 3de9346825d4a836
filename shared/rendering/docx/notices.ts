/** Finds what a .docx has that will not be printed, or stands elsewhere than its author sees it. */
import type { DocxKind, DocxMoved } from '../../core/warnings/warning.ts';
import { ContentRefused } from '../content-refused.ts';
import { hiddenRun } from './hidden-text.ts';
import type { MissingWords } from './missing-words.ts';
import type { Docx } from './open-docx.ts';
import type { ReadyParts } from './ready-parts.ts';

export interface Notices {
  readonly leftOut: readonly DocxKind[];
  readonly moved: readonly DocxMoved[];
  readonly hasChanges: boolean;
  readonly missing?: MissingWords | undefined;
}

/** Throws `ContentRefused` if the text itself is elsewhere. */
export function refuseInsertedFiles({ parts }: Docx): void {
  const inserted = [...parts].some(
    ([path, bytes]) => isBody.test(path) && /<w:(?:altChunk|subDoc)\b/.test(bytes.toString('utf8')),
  );
  if (inserted)
    throw new ContentRefused('The document shows another file inside it. Save it anew with Word, or as a PDF.');
}

/** A drawing that is no picture: a chart, shapes, or a canvas of them. */
const drawn = /<a:graphicData\b[^>]*>\s*<(?!pic:pic\b)|<v:(?:line|oval)\b/;

const isBody = /^word\/(?:document|footnotes|endnotes)\w*\.xml$/;

/** `hasLostPictures`: some could not be read. */
export function noticesOf({ parts, paths }: Docx, ready: ReadyParts, hasLostPictures: boolean): Notices {
  const textOf = (path: RegExp) =>
    [...parts].flatMap(([name, bytes]) => (path.test(name) ? [bytes.toString('utf8')] : [])).join('\n');
  const body = textOf(isBody);
  const hasWatermark = /<v:textpath\b/.test(textOf(/^word\/header\d*\.xml$/));
  const leftOut: readonly (readonly [DocxKind, boolean])[] = [
    ['headers and footers', ready.hasOtherHeaders],
    ['page numbers', ready.hasPageNumbers],
    ['comments', /<w:comment\b/.test(textOf(/^word\/comments\.xml$/))],
    ['hidden text', hiddenRun.test(body)],
    ['charts and shapes', drawn.test(body) || hasWatermark],
    ['equations', /<m:oMath\b/.test(body)],
    ['line numbers', /<w:lnNumType\b/.test(body)],
    ['embedded files', paths.some((path) => path.startsWith('word/embeddings/'))],
    ['pictures', hasLostPictures],
    ['symbols', ready.hasLostSymbols],
  ];
  const notes = /<w:(?:footnote|endnote)Reference\b/.test(body);
  return {
    leftOut: leftOut.flatMap(([kind, isThere]) => (isThere ? [kind] : [])),
    moved: [
      ...(/<w:txbxContent\b/.test(body) ? (['text boxes'] as const) : []),
      ...(notes ? (['notes'] as const) : []),
      ...ready.movedParts,
    ],
    hasChanges: /<w:(?:ins|del|moveFrom|moveTo)\b/.test(body),
  };
}
