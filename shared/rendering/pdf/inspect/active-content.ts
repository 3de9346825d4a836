/** Finds, and takes out, what does something when a PDF is opened or leads out of the file: paper needs none of it. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { isSafeLink } from '../../html/parse-html.ts';
import { isOnPaper, lookup } from './page.ts';

/** Actions by their type. Those not listed here go to a page, and do nothing on paper. */
const actions: Readonly<Record<string, string>> = {
  JavaScript: 'a script',
  Launch: 'an action that starts a program',
  ImportData: 'an action that loads another file',
  SubmitForm: 'an action that sends its fields away',
  GoToR: 'a link into another file',
  GoToE: 'a link into an attached file',
  Rendition: 'a recording',
  Movie: 'a recording',
  Sound: 'a recording',
  RichMediaExecute: 'a recording',
  GoTo3DView: 'a 3D model',
};

/** The reason why the pages are not the document, or undefined if they are. */
export function problemOfCatalog(context: PDFContext, catalog: PDFDict): string | undefined {
  const entry = (dictionary: PDFDict, name: string) => lookup(context, dictionary.get(PDFName.of(name)));
  if (entry(catalog, 'Collection') !== undefined) {
    return 'The PDF is a portfolio: only its cover would be printed, not the files in it. Send one of them.';
  }
  if (!hasXfa(context, catalog)) return undefined;
  const form = entry(catalog, 'AcroForm');
  const fields = form instanceof PDFDict ? entry(form, 'Fields') : undefined;
  const hasFields = fields instanceof PDFArray && fields.size() > 0;
  // The pages of a form that its own language draws may only say "please wait".
  return String(entry(catalog, 'NeedsRendering')) === 'true' || !hasFields
    ? 'The PDF is a form that only Adobe Reader can draw (XFA). Print it to a new PDF there and send that.'
    : undefined;
}

/** True if the fields also exist in a language of their own, which has scripts. */
function hasXfa(context: PDFContext, catalog: PDFDict): boolean {
  const form = lookup(context, catalog.get(PDFName.of('AcroForm')));
  return form instanceof PDFDict && lookup(context, form.get(PDFName.of('XFA'))) !== undefined;
}

/** The refusal of the first active thing in the document, or undefined if it only shows pages. */
export function problemOfActiveContent(context: PDFContext, catalog: PDFDict): string | undefined {
  const activeIn = (part: PDFObject): string | undefined => {
    if (part instanceof PDFInvalidObject) {
      // This reader cannot read the object, but another one may.
      const bytes = new Uint8Array(part.sizeInBytes());
      part.copyBytesInto(bytes, 0);
      const isActive = /\/(?:JS|JavaScript|Launch|EmbeddedFile|URI)/.test(Buffer.from(bytes).toString('latin1'));
      return isActive ? 'a damaged object with a script, a file or a link' : undefined;
    }
    const dictionary = part instanceof PDFStream ? part.dict : part;
    return dictionary instanceof PDFDict ? activeInDictionary(dictionary, part instanceof PDFStream) : undefined;
  };
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of partsOf(object)) {
      const active = activeIn(part);
      if (active !== undefined)
        return `The PDF has ${active}, which does nothing on paper and is never passed on. Print it to a new PDF and send that.`;
    }
  return hasXfa(context, catalog)
    ? 'The PDF has a form with a language of its own (XFA). Print it to a new PDF and send that.'
    : undefined;
}

/** An object and everything in it, but not what references lead to. No recursion: arrays may be nested very deep. */
function* partsOf(object: PDFObject): Generator<PDFObject> {
  const open = [object];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const holder = next instanceof PDFStream ? next.dict : next;
    if (holder instanceof PDFArray) for (const one of holder.asArray()) open.push(one);
    if (holder instanceof PDFDict) for (const one of holder.values()) open.push(one);
  }
}

function activeInDictionary(dictionary: PDFDict, isStream: boolean): string | undefined {
  // The entries that no dictionary of a plain PDF has.
  const entries: Readonly<Record<string, string>> = {
    JS: 'a script',
    JavaScript: 'a script',
    EmbeddedFiles: 'an attached file',
    EF: 'an attached file',
    OPI: 'an image that is in another file',
    Alternates: 'an image with another version for print',
  };
  // An /EF that is a list does not hold a file. It names the rights that the signature of a form grants.
  const hasEntry = (name: string): boolean =>
    dictionary.has(PDFName.of(name)) && !(name === 'EF' && dictionary.lookup(PDFName.of(name)) instanceof PDFArray);
  for (const [name, what] of Object.entries(entries)) if (hasEntry(name)) return what;
  const named = (name: string, of: Readonly<Record<string, string>>) => {
    const value = dictionary.lookup(PDFName.of(name));
    return value instanceof PDFName && Object.hasOwn(of, value.decodeText()) ? of[value.decodeText()] : undefined;
  };
  const annotations: Readonly<Record<string, string>> = {
    FileAttachment: 'an attached file',
    RichMedia: 'a recording',
    Screen: 'a recording',
    Movie: 'a recording',
    Sound: 'a recording',
    '3D': 'a 3D model',
  };
  const problem =
    (isStrangeLink(dictionary) ? 'a link that leads neither to the web nor to an email' : undefined) ??
    named('S', actions) ??
    named('Subtype', annotations) ??
    named('Type', { EmbeddedFile: 'an attached file' });
  if (problem !== undefined || !isStream) return problem;
  const isElsewhere = dictionary.has(PDFName.of('Ref')) && named('Subtype', { Form: 'form' }) !== undefined;
  if (dictionary.has(PDFName.of('F')) || isElsewhere) return 'content that is in another file';
  const program = { PS: 'a PostScript program' };
  return named('Subtype', program) ?? named('Subtype2', program);
}

/** True if an action is one of those that are never passed on. */
function isActiveAction(action: PDFDict): boolean {
  const type = action.lookup(PDFName.of('S'));
  const isListed = type instanceof PDFName && Object.hasOwn(actions, type.decodeText());
  return action.has(PDFName.of('JS')) || isListed || isStrangeLink(action);
}

/** A link whose address is not a plain one, or cannot be read; a viewer would complete it by another one. */
function isStrangeLink(dictionary: PDFDict): boolean {
  const type = dictionary.lookup(PDFName.of('S'));
  const isLink = (type instanceof PDFName && type.decodeText() === 'URI') || dictionary.has(PDFName.of('URI'));
  if (!isLink) return false;
  const address = dictionary.lookup(PDFName.of('URI'));
  if (address instanceof PDFDict) return dictionary.has(PDFName.of('S'));
  return !(address instanceof PDFString || address instanceof PDFHexString) || !isSafeLink(address.decodeText());
}

/**
 * Takes out links that lead out of the file, actions of forms and documents, and attached files, and deletes objects
 * that nothing leads to any more.
 */
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
