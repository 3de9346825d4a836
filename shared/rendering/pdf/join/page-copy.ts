/** Copies the pages of one PDF into another, with what paper shows and with nothing else. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  PDFRef,
} from 'pdf-lib';
import { lookup } from '../inspect/page.ts';
import { type Layers, layersOf } from '../layers.ts';
import { printedAnnotations } from './printed-annotations.ts';

/** An inspected document, and a copier that brings each of its objects once. */
export interface Source {
  readonly document: PDFDocument;
  readonly copier: PDFObjectCopier;
}

export async function openSource(pdf: Uint8Array, target: PDFContext): Promise<Source> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY });
  return { document, copier: PDFObjectCopier.for(document.context, target) };
}

/** The pages of a document, in order, and its layers, as objects of the target. */
export interface Copy {
  readonly pages: readonly PDFDict[];
  readonly layers: Layers;
}

export function copyPages({ document: { context, catalog }, copier }: Source): Copy {
  const pages = leavesOf(context, catalog.get(PDFName.of('Pages')), {}).map(({ node, attributes }, index) => {
    const page = context.obj({}) as PDFDict;
    for (const [name, value] of Object.entries(attributes)) page.set(PDFName.of(name), value);
    // These decide how a page looks. Other entries lead to threads, thumbnails, structure and data of programs.
    for (const name of ['Contents', 'BleedBox', 'TrimBox', 'ArtBox', 'Group', 'UserUnit']) {
      const value = node.get(PDFName.of(name));
      if (value !== undefined) page.set(PDFName.of(name), value);
    }
    const annotations = printedAnnotations(context, node, index + 1);
    if (annotations.length > 0) page.set(PDFName.of('Annots'), context.obj([...annotations]));
    page.set(PDFName.of('Type'), PDFName.of('Page'));
    return copier.copy(page);
  });
  return { pages, layers: layersOf(context, catalog, (layer) => copier.copy(layer)) };
}

interface PageLeaf {
  readonly node: PDFDict;
  readonly attributes: Readonly<Record<string, PDFObject>>;
}

/** The inspector has excluded loops and branches without pages. */
function leavesOf(context: PDFContext, entry: PDFObject | undefined, above: PageLeaf['attributes']): PageLeaf[] {
  const node = lookup(context, entry);
  if (!(node instanceof PDFDict)) return [];
  const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
  const own = inherited.flatMap((name) => {
    const value = node.get(PDFName.of(name));
    return value !== undefined && lookup(context, value) !== undefined ? [[name, value] as const] : [];
  });
  const attributes = { ...above, ...Object.fromEntries(own) };
  const kids = lookup(context, node.get(PDFName.of('Kids')));
  if (!(kids instanceof PDFArray)) return [{ node, attributes }];
  return kids.asArray().flatMap((kid) => (kid instanceof PDFRef ? leavesOf(context, kid, attributes) : []));
}
