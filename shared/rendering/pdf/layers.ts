/** The layers (optional content groups) of a PDF. Hidden ones stay hidden. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from '#pdf-lib';
import { lookup } from './inspect/page.ts';

interface Layers {
  readonly all: readonly PDFObject[];
  readonly hidden: readonly PDFObject[];
}

function readLayers(context: PDFContext, catalog: PDFDict): { readonly layer: PDFObject; readonly isShown: boolean }[] {
  const itemsOf = (value: PDFObject | undefined) => (value instanceof PDFArray ? value.asArray() : []);
  const properties = entry(context, catalog, 'OCProperties');
  const configuration = entry(context, properties, 'D');
  const isHiddenByDefault = entry(context, configuration, 'BaseState') === PDFName.of('OFF');
  const on = new Set(itemsOf(entry(context, configuration, 'ON')));
  const off = new Set(itemsOf(entry(context, configuration, 'OFF')));
  return itemsOf(entry(context, properties, 'OCGs')).map((layer) => ({
    layer,
    isShown: isHiddenByDefault ? on.has(layer) : !off.has(layer),
  }));
}

const entry = (context: PDFContext, value: PDFObject | undefined, name: string) =>
  value instanceof PDFDict ? lookup(context, value.get(PDFName.of(name))) : undefined;

/** The problem of a layer that prints differently from how it looks, so that programs disagree; undefined without one. */
export function problemOfLayers(context: PDFContext, catalog: PDFDict): string | undefined {
  const printsDifferently = readLayers(context, catalog).some(({ layer, isShown }) => {
    const usage = entry(context, context.lookup(layer), 'Usage');
    const print = entry(context, entry(context, usage, 'Print'), 'PrintState');
    const view = entry(context, entry(context, usage, 'View'), 'ViewState');
    return [print, view].includes(PDFName.of(isShown ? 'OFF' : 'ON'));
  });
  return printsDifferently
    ? 'The PDF has a layer that prints differently from how it looks on screen. Print it to a new PDF and send that.'
    : undefined;
}

/** Copies the layers into another document. `copyOf` copies one of them. */
export function copyLayers(context: PDFContext, catalog: PDFDict, copyOf: (layer: PDFRef) => PDFObject): Layers {
  const layers = readLayers(context, catalog).flatMap(({ layer, isShown }) =>
    layer instanceof PDFRef ? [{ copy: copyOf(layer), isShown }] : [],
  );
  return {
    all: layers.map(({ copy }) => copy),
    hidden: layers.filter(({ isShown }) => !isShown).map(({ copy }) => copy),
  };
}

/** Adds the layers to a new document, and hides those that were hidden in its parts. */
export function setLayers(context: PDFContext, catalog: PDFDict, { all, hidden }: Layers): void {
  if (all.length === 0) return;
  const layers = { OCGs: [...all], D: { BaseState: 'ON', OFF: [...hidden] } };
  catalog.set(PDFName.of('OCProperties'), context.obj(layers));
}
