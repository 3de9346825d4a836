/** Takes out what never prints: links that lead out of the file, actions of forms and documents, and attached files. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { isActiveAction, partsOf, problemOfActiveContent } from '../inspect/active-content.ts';
import { isOnPaper, lookup } from '../inspect/page.ts';

/** Takes them out of the file, and deletes objects that nothing leads to any more. */
export function takeOut(
  context: PDFContext,
  catalog: PDFDict,
  pages: readonly PDFDict[],
): {
  readonly links: boolean;
  readonly files: boolean;
  /** Scripts, and any other action that is not a link's. */
  readonly scripts: boolean;
} {
  if (problemOfActiveContent(context, catalog) === undefined) return { links: false, files: false, scripts: false };
  const form = lookup(context, catalog.get(PDFName.of('AcroForm')));
  const isXfaTaken = form instanceof PDFDict && form.delete(PDFName.of('XFA'));
  const lists = pages.map((page) => lookup(context, page.get(PDFName.of('Annots'))));
  let pins = false;
  // The pins of attached files, if they do not print.
  for (const list of lists.filter((each) => each instanceof PDFArray))
    for (let index = list.size() - 1; index >= 0; index--) {
      const mark = lookup(context, list.get(index));
      const isPin = mark instanceof PDFDict && mark.lookup(PDFName.of('Subtype')) === PDFName.of('FileAttachment');
      if (!isPin || isOnPaper(context, mark)) continue;
      list.remove(index);
      pins = true;
    }
  const names = lookup(context, catalog.get(PDFName.of('Names')));
  const take = (name: string) => names instanceof PDFDict && names.delete(PDFName.of(name));
  const named = { files: take('EmbeddedFiles'), scripts: take('JavaScript') };
  const taken = { links: false, files: pins || named.files, scripts: named.scripts || isXfaTaken };
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of partsOf(object)) {
      const dictionary = part instanceof PDFStream ? part.dict : part;
      if (!(dictionary instanceof PDFDict)) continue;
      if (dictionary.delete(PDFName.of('AF'))) taken.files = true;
      if (!takeActions(context, dictionary)) continue;
      const isLink = lookup(context, dictionary.get(PDFName.of('Subtype'))) === PDFName.of('Link');
      if (isLink) taken.links = true;
      else taken.scripts = true;
    }
  // Deletes what nothing leads to. Without recursion, because a file may nest as deep as it likes.
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
  // Something active was in the file that nothing leads to.
  if (!taken.links && !taken.files) taken.scripts = true;
  return taken;
}

function takeActions(context: PDFContext, dictionary: PDFDict): boolean {
  const isActive = (value: PDFObject | undefined): boolean => {
    const action = lookup(context, value);
    if (action instanceof PDFArray) return action.asArray().some((one) => isActive(one));
    return action instanceof PDFDict && isActiveAction(action);
  };
  const more = lookup(context, dictionary.get(PDFName.of('AA')));
  const isTaken = more instanceof PDFDict && more.values().some(isActive) && dictionary.delete(PDFName.of('AA'));
  // The entries that hold an action, or several. A link or field keeps its place and its look.
  const holders = ['A', 'PA', 'OpenAction', 'Next'].map((name) => PDFName.of(name));
  const others = holders.filter((name) => isActive(dictionary.get(name)) && dictionary.delete(name));
  return isTaken || others.length > 0;
}
