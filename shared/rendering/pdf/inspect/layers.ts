/** Finds layers that print otherwise than they show: programs disagree about them, so nobody knows what is printed. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { lookup } from './page.ts';

/** The refusal of the first such layer, or undefined if every layer is the same on the screen and on paper. */
export function problemOfLayers(context: PDFContext, catalog: PDFDict): string | undefined {
  const entry = (value: PDFObject | undefined, name: string) =>
    value instanceof PDFDict ? lookup(context, value.get(PDFName.of(name))) : undefined;
  const names = (value: PDFObject | undefined) => (value instanceof PDFArray ? value.asArray() : []);
  const properties = entry(catalog, 'OCProperties');
  const configuration = entry(properties, 'D');
  const isOffAtFirst = entry(configuration, 'BaseState') === PDFName.of('OFF');
  const on = new Set(names(entry(configuration, 'ON')));
  const off = new Set(names(entry(configuration, 'OFF')));
  for (const reference of names(entry(properties, 'OCGs'))) {
    const isShown = isOffAtFirst ? on.has(reference) : !off.has(reference);
    const usage = entry(context.lookup(reference), 'Usage');
    const states = [entry(entry(usage, 'Print'), 'PrintState'), entry(entry(usage, 'View'), 'ViewState')];
    if (states.some((state) => state === PDFName.of(isShown ? 'OFF' : 'ON')))
      return 'The PDF has a layer that prints otherwise than it shows. Print it to a new PDF and send that.';
  }
  return undefined;
}
