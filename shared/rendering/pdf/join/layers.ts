/** The layers of a PDF, and which of them are hidden: a joined document without them would print what its author hid. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { lookup } from '../inspect/page.ts';

export interface Layers {
  readonly all: readonly PDFObject[];
  readonly hidden: readonly PDFObject[];
}

/** `copied`: a layer as the other document knows it. */
export function layersOf(context: PDFContext, catalog: PDFDict, copied: (layer: PDFRef) => PDFObject): Layers {
  const entry = (value: PDFObject | undefined, name: string) =>
    value instanceof PDFDict ? lookup(context, value.get(PDFName.of(name))) : undefined;
  const refs = (value: PDFObject | undefined) =>
    value instanceof PDFArray ? value.asArray().filter((one): one is PDFRef => one instanceof PDFRef) : [];
  const properties = entry(catalog, 'OCProperties');
  const configuration = entry(properties, 'D');
  const isHiddenAtFirst = entry(configuration, 'BaseState') === PDFName.of('OFF');
  const [on, off] = [new Set(refs(entry(configuration, 'ON'))), new Set(refs(entry(configuration, 'OFF')))];
  const all = refs(entry(properties, 'OCGs'));
  const hidden = all.filter((layer) => (isHiddenAtFirst ? !on.has(layer) : off.has(layer)));
  return { all: all.map(copied), hidden: hidden.map(copied) };
}

/** The entry of the catalog that keeps hidden what was hidden. */
export const layersEntry = (context: PDFContext, { all, hidden }: Layers): PDFDict =>
  context.obj({ OCGs: [...all], D: { BaseState: 'ON', OFF: [...hidden] } }) as PDFDict;
