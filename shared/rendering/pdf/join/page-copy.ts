/** Copies the pages of a PDF into another, with only what is printed. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  PDFStream,
  PDFString,
} from '#pdf-lib';
import { ContentRefused } from '../../layout.ts';
import { fieldEntry, isOnPaper, isPushButton, lookup } from '../inspect/page.ts';
import { walkPages } from '../inspect/walk-pages.ts';
import { copyLayers } from '../layers.ts';
import { loadPdf } from '../load-and-save.ts';

/** The annotations that print, as stamps. Throws `ContentRefused` for one that each program draws in its own way. */
function printedAnnotations(context: PDFContext, page: PDFDict, pageNumber: number): PDFDict[] {
  const all = lookup(context, page.get(PDFName.of('Annots')));
  if (!(all instanceof PDFArray)) return [];
  return all.asArray().flatMap((entry) => {
    const annotation = lookup(context, entry);
    if (!(annotation instanceof PDFDict) || !isOnPaper(context, annotation)) return [];
    const appearance = appearanceOf(context, annotation);
    if (appearance !== undefined) {
      const stamp = context.obj({ Type: 'Annot', Subtype: 'Stamp', AP: { N: appearance } }) as PDFDict;
      for (const name of ['Rect', 'F', 'OC']) {
        const value = annotation.get(PDFName.of(name));
        if (value !== undefined) stamp.set(PDFName.of(name), value);
      }
      return [stamp];
    }
    if (printsNothing(context, annotation)) return [];
    throw new ContentRefused(
      `Page ${pageNumber} has a mark or a form field that each program draws in its own way. Print the file to a new PDF and send that.`,
    );
  });
}

/** A reference to the normal appearance stream. A field with several states has one for its current state. */
function appearanceOf(context: PDFContext, annotation: PDFDict): PDFObject | undefined {
  const appearances = lookup(context, annotation.get(PDFName.of('AP')));
  const normal = appearances instanceof PDFDict ? appearances.get(PDFName.of('N')) : undefined;
  const streamOrStates = lookup(context, normal);
  if (streamOrStates instanceof PDFStream) return normal;
  const state = lookup(context, annotation.get(PDFName.of('AS')));
  const hasState = streamOrStates instanceof PDFDict && state instanceof PDFName;
  const current = hasState ? streamOrStates.get(state) : undefined;
  return lookup(context, current) instanceof PDFStream ? current : undefined;
}

/** True for an annotation without an appearance that prints nothing: a link, a pop-up, an unchecked box, an empty field. */
function printsNothing(context: PDFContext, annotation: PDFDict): boolean {
  const subtype = lookup(context, annotation.get(PDFName.of('Subtype')));
  if (subtype === PDFName.of('Link') || subtype === PDFName.of('Popup')) return true;
  if (subtype !== PDFName.of('Widget')) return false;
  const appearances = lookup(context, annotation.get(PDFName.of('AP')));
  // The field's other states have an appearance, so it is meant to have none in this state.
  if (appearances instanceof PDFDict && lookup(context, appearances.get(PDFName.of('N'))) instanceof PDFDict)
    return true;
  const value = fieldEntry(context, annotation, 'V');
  const isText = value instanceof PDFString || value instanceof PDFHexString;
  const isFilledIn = isText ? value.decodeText() !== '' : value !== undefined && value !== PDFName.of('Off');
  if (isFilledIn) return false;
  // A border, a background or a button's caption would print. Acrobat adds this dictionary to every field, usually empty.
  const characteristics = lookup(context, annotation.get(PDFName.of('MK')));
  if (!(characteristics instanceof PDFDict)) return true;
  const isColored = ['BC', 'BG'].some((name) => {
    const color = lookup(context, characteristics.get(PDFName.of(name)));
    return color instanceof PDFArray && color.size() > 0;
  });
  return !isColored && !(isPushButton(context, annotation) && characteristics.has(PDFName.of('CA')));
}

/** An inspected document, and a copier that copies each of its objects only once. */
export interface Source {
  readonly document: PDFDocument;
  readonly copier: PDFObjectCopier;
}

export async function openSource(pdf: Uint8Array, target: PDFContext): Promise<Source> {
  const document = await loadPdf(pdf);
  return { document, copier: PDFObjectCopier.for(document.context, target) };
}

/** Copies the pages of a document without the first `skipped`, and its layers, to the target. */
export function copyPages({ document: { context, catalog }, copier }: Source, skipped = 0) {
  const walked = walkPages(context, catalog, (node, attributes) => ({ node, attributes }));
  if ('problem' in walked) throw new Error(walked.problem);
  const pages = walked.pages.slice(skipped).map(({ node, attributes }, index) => {
    const page = context.obj({}) as PDFDict;
    for (const [name, value] of Object.entries(attributes)) page.set(PDFName.of(name), value);
    // These decide how a page looks. Other entries are for threads, thumbnails, structure and application data.
    for (const name of ['Contents', 'BleedBox', 'TrimBox', 'ArtBox', 'Group', 'UserUnit']) {
      const value = node.get(PDFName.of(name));
      if (value !== undefined) page.set(PDFName.of(name), value);
    }
    const annotations = printedAnnotations(context, node, skipped + index + 1);
    if (annotations.length > 0) page.set(PDFName.of('Annots'), context.obj([...annotations]));
    page.set(PDFName.of('Type'), PDFName.of('Page'));
    return copier.copy(page);
  });
  return { pages, layers: copyLayers(context, catalog, (layer) => copier.copy(layer)) };
}
