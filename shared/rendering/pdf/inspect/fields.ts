/** Reads form fields, whose entries may be in a field that they are a part of. */
import { type PDFContext, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { lookup, numberOf } from './page.ts';

/** The entry of a field itself, or of the nearest field that it is a part of. */
export function fieldEntry(context: PDFContext, widget: PDFDict, name: string): PDFObject | undefined {
  const deepest = 20;
  let field: PDFObject | undefined = widget;
  for (let level = 0; field instanceof PDFDict && level < deepest; level += 1) {
    const value = lookup(context, field.get(PDFName.of(name)));
    if (value !== undefined) return value;
    field = lookup(context, field.get(PDFName.of('Parent')));
  }
  return undefined;
}

/** True for a button that holds no value: it prints or clears a form. */
export function isPushButton(context: PDFContext, widget: PDFDict): boolean {
  const pushButton = 0x10000;
  if (fieldEntry(context, widget, 'FT') !== PDFName.of('Btn')) return false;
  return ((numberOf(context, fieldEntry(context, widget, 'Ff')) ?? 0) & pushButton) !== 0;
}
