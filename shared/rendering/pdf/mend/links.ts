/** Takes out what never prints: links that lead out of the file or do something, and attached files. */
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { isActiveAction } from '../inspect/active-content.ts';
import { lookup } from '../inspect/page.ts';

export interface TakenOut {
  readonly links: boolean;
  readonly files: boolean;
}

/** Takes them out of these pages and the catalog. What nothing leads to any more is deleted from the file. */
export function takeOut(context: PDFContext, catalog: PDFDict, pages: readonly PDFDict[]): TakenOut {
  const annotations = pages.map((page) => lookup(context, page.get(PDFName.of('Annots'))));
  const lists = annotations.filter((list) => list instanceof PDFArray);
  const links = lists.flatMap((list) => list.asArray()).filter((entry) => takeAction(context, entry)).length > 0;
  const pins = lists.filter((list) => takePins(context, list)).length > 0;
  const files = [takeFiles(context, catalog), ...pages.map((page) => page.delete(PDFName.of('AF')))].includes(true);
  if (links || pins || files) deleteUnreached(context);
  return { links, files: pins || files };
}

/** A link keeps its place and loses its action. */
function takeAction(context: PDFContext, entry: PDFObject): boolean {
  const annotation = lookup(context, entry);
  if (!(annotation instanceof PDFDict) || annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link')) return false;
  const action = lookup(context, annotation.get(PDFName.of('A')));
  return action instanceof PDFDict && isActiveAction(action) && annotation.delete(PDFName.of('A'));
}

const isHidden = 2;
const isPrinted = 4;

/** The pins of attached files, if they do not print. */
function takePins(context: PDFContext, list: PDFArray): boolean {
  const isPin = (entry: PDFObject) => {
    const annotation = lookup(context, entry);
    if (!(annotation instanceof PDFDict)) return false;
    const flags = annotation.lookup(PDFName.of('F'));
    const bits = flags instanceof PDFNumber ? flags.asNumber() : 0;
    const isPaper = (bits & isPrinted) !== 0 && (bits & isHidden) === 0;
    return annotation.lookup(PDFName.of('Subtype')) === PDFName.of('FileAttachment') && !isPaper;
  };
  const before = list.size();
  for (let index = before - 1; index >= 0; index--) if (isPin(list.get(index))) list.remove(index);
  return list.size() < before;
}

function takeFiles(context: PDFContext, catalog: PDFDict): boolean {
  const names = lookup(context, catalog.get(PDFName.of('Names')));
  const isNamed = names instanceof PDFDict && names.delete(PDFName.of('EmbeddedFiles'));
  return catalog.delete(PDFName.of('AF')) || isNamed;
}

/** Without recursion, because a file may nest as deep as it likes. */
function deleteUnreached(context: PDFContext): void {
  const { Root, Info } = context.trailerInfo;
  const reached = new Set<PDFRef>();
  const open: (PDFObject | undefined)[] = [Root, Info];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(context.lookup(next));
    }
    if (next instanceof PDFArray) for (const one of next.asArray()) open.push(one);
    const dictionary = next instanceof PDFStream ? next.dict : next;
    if (dictionary instanceof PDFDict) for (const one of dictionary.values()) open.push(one);
  }
  for (const [reference] of context.enumerateIndirectObjects()) if (!reached.has(reference)) context.delete(reference);
}
