/** Finds and removes active content: what acts when a PDF is opened, or leads out of the file. Paper needs none of it. */
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

/** Active actions by type. The others only go to a page. */
const actions: Readonly<Record<string, string>> = {
  JavaScript: 'a script',
  Launch: 'an action that starts a program',
  ImportData: 'an action that loads another file',
  SubmitForm: 'an action that submits its fields',
  GoToR: 'a link into another file',
  GoToE: 'a link into an attached file',
  Rendition: 'a recording',
  Movie: 'a recording',
  Sound: 'a recording',
  RichMediaExecute: 'a recording',
  GoTo3DView: 'a 3D model',
};

/** Active annotations by subtype. */
const annotations: Readonly<Record<string, string>> = {
  FileAttachment: 'an attached file',
  RichMedia: 'a recording',
  Screen: 'a recording',
  Movie: 'a recording',
  Sound: 'a recording',
  '3D': 'a 3D model',
};

/** Keys that no dictionary of a plain PDF has. */
const activeKeys: Readonly<Record<string, string>> = {
  JS: 'a script',
  JavaScript: 'a script',
  EmbeddedFiles: 'an attached file',
  EF: 'an attached file',
  OPI: 'an image that is in another file',
  Alternates: 'an image with another version for print',
};

/** Why the pages are not the actual document; undefined if they are. */
export function problemOfCatalog(context: PDFContext, catalog: PDFDict): string | undefined {
  const entry = (dictionary: PDFDict, name: string) => lookup(context, dictionary.get(PDFName.of(name)));
  if (entry(catalog, 'Collection') !== undefined) {
    return 'The PDF is a portfolio: only its cover would be printed, not the files in it. Send one of them.';
  }
  const form = xfaFormOf(context, catalog);
  if (form === undefined) return undefined;
  const fields = entry(form, 'Fields');
  const hasFields = fields instanceof PDFArray && fields.size() > 0;
  // The pages of a dynamic XFA form may only say "please wait".
  return String(entry(catalog, 'NeedsRendering')) === 'true' || !hasFields
    ? 'The PDF is a form that only Adobe Reader can draw (XFA). Print it to a new PDF there and send that.'
    : undefined;
}

/** The form, if it has a second description in XFA, which has scripts. */
function xfaFormOf(context: PDFContext, catalog: PDFDict): PDFDict | undefined {
  const form = lookup(context, catalog.get(PDFName.of('AcroForm')));
  return form instanceof PDFDict && lookup(context, form.get(PDFName.of('XFA'))) !== undefined ? form : undefined;
}

/** The error about the first active content in the document; undefined if there is none. */
export function problemOfActiveContent(context: PDFContext, catalog: PDFDict): string | undefined {
  const activeContentIn = (part: PDFObject): string | undefined => {
    if (part instanceof PDFInvalidObject) {
      // pdf-lib cannot read the object, but other readers may.
      const bytes = new Uint8Array(part.sizeInBytes());
      part.copyBytesInto(bytes, 0);
      const isActive = /\/(?:JS|JavaScript|Launch|EmbeddedFile|URI)/.test(Buffer.from(bytes).toString('latin1'));
      return isActive ? 'a damaged object with a script, a file or a link' : undefined;
    }
    const dictionary = part instanceof PDFStream ? part.dict : part;
    return dictionary instanceof PDFDict ? activeContentInDictionary(dictionary, part instanceof PDFStream) : undefined;
  };
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of partsOf(object)) {
      const active = activeContentIn(part);
      if (active !== undefined)
        return `The PDF has ${active}, which does nothing on paper and is never passed on. Print it to a new PDF and send that.`;
    }
  const hasXfa = xfaFormOf(context, catalog) !== undefined;
  return hasXfa ? 'The PDF has an XFA form. Print it to a new PDF and send that.' : undefined;
}

/** An object and everything in it, except what it references. No recursion, because arrays may be nested very deeply. */
function* partsOf(object: PDFObject): Generator<PDFObject> {
  const open = [object];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const holder = next instanceof PDFStream ? next.dict : next;
    if (holder instanceof PDFArray) for (const one of holder.asArray()) open.push(one);
    if (holder instanceof PDFDict) for (const one of holder.values()) open.push(one);
  }
}

function activeContentInDictionary(dictionary: PDFDict, isStream: boolean): string | undefined {
  // An /EF array has no file. It lists the rights that a form's signature grants.
  const hasKey = (name: string): boolean =>
    dictionary.has(PDFName.of(name)) && !(name === 'EF' && dictionary.lookup(PDFName.of(name)) instanceof PDFArray);
  for (const [name, what] of Object.entries(activeKeys)) if (hasKey(name)) return what;
  const named = (name: string, of: Readonly<Record<string, string>>) => {
    const value = dictionary.lookup(PDFName.of(name));
    return value instanceof PDFName && Object.hasOwn(of, value.decodeText()) ? of[value.decodeText()] : undefined;
  };
  const problem =
    (opensWebsite(dictionary) ? 'an action that opens a website without a click' : undefined) ??
    (isUnsafeLink(dictionary) ? 'a link that leads neither to the web nor to an email' : undefined) ??
    named('S', actions) ??
    named('Subtype', annotations) ??
    named('Type', { EmbeddedFile: 'an attached file' });
  if (problem !== undefined || !isStream) return problem;
  const isElsewhere = dictionary.has(PDFName.of('Ref')) && named('Subtype', { Form: 'form' }) !== undefined;
  if (dictionary.has(PDFName.of('F')) || isElsewhere) return 'content that is in another file';
  const program = { PS: 'a PostScript program' };
  return named('Subtype', program) ?? named('Subtype2', program);
}

/** Whether a document, page or annotation opens a website without a click: a link in its OpenAction or AA. */
function opensWebsite(dictionary: PDFDict): boolean {
  const { context } = dictionary;
  const additional = lookup(context, dictionary.get(PDFName.of('AA')));
  const triggered = additional instanceof PDFDict ? additional.values() : [];
  // Grows while it is walked. No recursion, because a chain of actions may be a loop.
  const chain = new Set([dictionary.get(PDFName.of('OpenAction')), ...triggered].map((each) => lookup(context, each)));
  for (const action of chain) {
    if (action instanceof PDFArray) for (const one of action.asArray()) chain.add(lookup(context, one));
    if (!(action instanceof PDFDict)) continue;
    if (lookup(context, action.get(PDFName.of('S'))) === PDFName.of('URI')) return true;
    chain.add(lookup(context, action.get(PDFName.of('Next'))));
  }
  return false;
}

/** A link whose URL is unsafe, unreadable, or relative to a base URL. */
function isUnsafeLink(dictionary: PDFDict): boolean {
  const type = dictionary.lookup(PDFName.of('S'));
  const isLink = (type instanceof PDFName && type.decodeText() === 'URI') || dictionary.has(PDFName.of('URI'));
  if (!isLink) return false;
  const url = dictionary.lookup(PDFName.of('URI'));
  // The catalog has a dictionary of this name, with the base URL.
  if (url instanceof PDFDict) return dictionary.has(PDFName.of('S'));
  return !(url instanceof PDFString || url instanceof PDFHexString) || !isSafeLink(url.decodeText());
}

/**
 * Removes links that lead out of the file, actions of forms and documents, and attached files, and deletes objects that
 * nothing references any more. Returns what was removed.
 */
export function removeActiveContent(
  context: PDFContext,
  catalog: PDFDict,
  pages: readonly PDFDict[],
): {
  readonly links: boolean;
  readonly files: boolean;
  /** Scripts, and all other actions except links. */
  readonly scripts: boolean;
} {
  if (problemOfActiveContent(context, catalog) === undefined) return { links: false, files: false, scripts: false };
  const hadXfa = xfaFormOf(context, catalog)?.delete(PDFName.of('XFA')) ?? false;
  const lists = pages.map((page) => lookup(context, page.get(PDFName.of('Annots'))));
  let hadPins = false;
  // The icons of attached files, unless they print.
  for (const list of lists.filter((each) => each instanceof PDFArray))
    for (let index = list.size() - 1; index >= 0; index--) {
      const mark = lookup(context, list.get(index));
      const isPin = mark instanceof PDFDict && mark.lookup(PDFName.of('Subtype')) === PDFName.of('FileAttachment');
      if (!isPin || isOnPaper(context, mark)) continue;
      list.remove(index);
      hadPins = true;
    }
  const names = lookup(context, catalog.get(PDFName.of('Names')));
  const removeName = (name: string) => names instanceof PDFDict && names.delete(PDFName.of(name));
  const hadFiles = removeName('EmbeddedFiles');
  const hadScripts = removeName('JavaScript');
  const removed = { links: false, files: hadPins || hadFiles, scripts: hadScripts || hadXfa };
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of partsOf(object)) {
      const dictionary = part instanceof PDFStream ? part.dict : part;
      if (!(dictionary instanceof PDFDict)) continue;
      if (dictionary.delete(PDFName.of('AF'))) removed.files = true;
      if (opensWebsite(dictionary)) {
        for (const name of ['AA', 'OpenAction']) dictionary.delete(PDFName.of(name));
        removed.scripts = true;
      }
      if (!removeActions(context, dictionary)) continue;
      const isLink = lookup(context, dictionary.get(PDFName.of('Subtype'))) === PDFName.of('Link');
      if (isLink) removed.links = true;
      else removed.scripts = true;
    }
  deleteUnreferenced(context);
  // The active content was in an unreferenced object.
  if (!removed.links && !removed.files) removed.scripts = true;
  return removed;
}

function deleteUnreferenced(context: PDFContext): void {
  const { Root, Info } = context.trailerInfo;
  const reached = new Set<PDFRef>();
  // Grows while it is walked. No recursion, because a file may be nested very deeply.
  const objects: (PDFObject | undefined)[] = [Root, Info];
  for (const object of objects)
    for (const part of object === undefined ? [] : partsOf(object)) {
      if (!(part instanceof PDFRef) || reached.has(part)) continue;
      reached.add(part);
      objects.push(context.lookup(part));
    }
  for (const [reference] of context.enumerateIndirectObjects()) if (!reached.has(reference)) context.delete(reference);
}

function removeActions(context: PDFContext, dictionary: PDFDict): boolean {
  const isActive = (value: PDFObject | undefined): boolean => {
    const action = lookup(context, value);
    if (action instanceof PDFArray) return action.asArray().some((one) => isActive(one));
    if (!(action instanceof PDFDict)) return false;
    const type = action.lookup(PDFName.of('S'));
    const isListed = type instanceof PDFName && Object.hasOwn(actions, type.decodeText());
    return action.has(PDFName.of('JS')) || isListed || isUnsafeLink(action);
  };
  const additional = lookup(context, dictionary.get(PDFName.of('AA')));
  const hadAdditional =
    additional instanceof PDFDict && additional.values().some(isActive) && dictionary.delete(PDFName.of('AA'));
  // The keys with one or more actions. The link or field itself stays.
  const keys = ['A', 'PA', 'OpenAction', 'Next'].map((name) => PDFName.of(name));
  const removed = keys.filter((key) => isActive(dictionary.get(key)));
  for (const key of removed) dictionary.delete(key);
  return hadAdditional || removed.length > 0;
}
