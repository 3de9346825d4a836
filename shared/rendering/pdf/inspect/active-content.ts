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
} from '#pdf-lib';
import { isSafeLink } from '../../layout.ts';
import { isOnPaper, lookup } from './page.ts';

/** Active actions by type, as errors name them. Links to the web or an email (URI) have their own check. */
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
  if (entry(catalog, 'Collection') !== undefined)
    return 'The PDF is a portfolio: only its cover would be printed, not the files in it. Send one of them.';
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
  const stack = [object];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    yield part;
    const container = part instanceof PDFStream ? part.dict : part;
    if (container instanceof PDFArray) for (const item of container.asArray()) stack.push(item);
    if (container instanceof PDFDict) for (const item of container.values()) stack.push(item);
  }
}

/** The active content of a dictionary, as an error names it; undefined if there is none. */
function activeContentInDictionary(dictionary: PDFDict, isStream: boolean): string | undefined {
  // An /EF array has no file. It lists the rights that a form's signature grants.
  const hasKey = (name: string): boolean =>
    dictionary.has(PDFName.of(name)) && !(name === 'EF' && dictionary.lookup(PDFName.of(name)) instanceof PDFArray);
  for (const [name, content] of Object.entries(activeKeys)) if (hasKey(name)) return content;
  if (opensWebsite(dictionary)) return 'an action that opens a website without a click';
  if (isUnsafeLink(dictionary)) return 'a link that leads neither to the web nor to an email';
  const nameIn = (key: string): string => {
    const value = dictionary.lookup(PDFName.of(key));
    return value instanceof PDFName ? value.decodeText() : '';
  };
  const [action, subtype] = [nameIn('S'), nameIn('Subtype')];
  if (Object.hasOwn(actions, action)) return actions[action];
  if (Object.hasOwn(annotations, subtype)) return annotations[subtype];
  if (nameIn('Type') === 'EmbeddedFile') return 'an attached file';
  if (!isStream) return undefined;
  const isElsewhere = dictionary.has(PDFName.of('F')) || (dictionary.has(PDFName.of('Ref')) && subtype === 'Form');
  if (isElsewhere) return 'content that is in another file';
  return subtype === 'PS' || nameIn('Subtype2') === 'PS' ? 'a PostScript program' : undefined;
}

/** True if a document, page or annotation opens a website without a click, by a link in its OpenAction or AA. */
function opensWebsite(dictionary: PDFDict): boolean {
  const { context } = dictionary;
  const additional = lookup(context, dictionary.get(PDFName.of('AA')));
  const triggered = additional instanceof PDFDict ? additional.values() : [];
  // Grows while it is walked. No recursion, because a chain of actions may be a loop.
  const chain = new Set([dictionary.get(PDFName.of('OpenAction')), ...triggered].map((each) => lookup(context, each)));
  for (const action of chain) {
    if (action instanceof PDFArray) for (const item of action.asArray()) chain.add(lookup(context, item));
    if (!(action instanceof PDFDict)) continue;
    if (lookup(context, action.get(PDFName.of('S'))) === PDFName.of('URI')) return true;
    chain.add(lookup(context, action.get(PDFName.of('Next'))));
  }
  return false;
}

/** True for a link whose URL is unsafe, unreadable, or relative to a base URL. */
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
 * Removes links that lead out of the file, actions of forms and documents, and attached files. Then deletes the objects
 * that nothing references. Returns what the file had.
 */
export function removeActiveContent(
  context: PDFContext,
  catalog: PDFDict,
  pages: readonly PDFDict[],
): {
  readonly hadLinks: boolean;
  readonly hadFiles: boolean;
  /** Scripts, and all other actions except links. */
  readonly hadScripts: boolean;
} {
  if (problemOfActiveContent(context, catalog) === undefined)
    return { hadLinks: false, hadFiles: false, hadScripts: false };
  const hadXfa = xfaFormOf(context, catalog)?.delete(PDFName.of('XFA')) ?? false;
  const lists = pages.map((page) => lookup(context, page.get(PDFName.of('Annots'))));
  let hadIcons = false;
  // Removes the icons of attached files, unless they print.
  for (const list of lists.filter((each) => each instanceof PDFArray))
    for (let index = list.size() - 1; index >= 0; index--) {
      const mark = lookup(context, list.get(index));
      const isIcon = mark instanceof PDFDict && mark.lookup(PDFName.of('Subtype')) === PDFName.of('FileAttachment');
      if (!isIcon || isOnPaper(context, mark)) continue;
      list.remove(index);
      hadIcons = true;
    }
  const names = lookup(context, catalog.get(PDFName.of('Names')));
  const removeName = (name: string) => names instanceof PDFDict && names.delete(PDFName.of(name));
  let hadFiles = removeName('EmbeddedFiles') || hadIcons;
  let hadScripts = removeName('JavaScript') || hadXfa;
  let hadLinks = false;
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of partsOf(object)) {
      const dictionary = part instanceof PDFStream ? part.dict : part;
      if (!(dictionary instanceof PDFDict)) continue;
      if (dictionary.delete(PDFName.of('AF'))) hadFiles = true;
      if (opensWebsite(dictionary)) {
        for (const name of ['AA', 'OpenAction']) dictionary.delete(PDFName.of(name));
        hadScripts = true;
      }
      if (!removeActions(context, dictionary)) continue;
      const isLink = lookup(context, dictionary.get(PDFName.of('Subtype'))) === PDFName.of('Link');
      if (isLink) hadLinks = true;
      else hadScripts = true;
    }
  deleteUnreferenced(context);
  // If nothing else was found, the active content was in an unreferenced object. It is reported as a script.
  return { hadLinks, hadFiles, hadScripts: hadScripts || (!hadLinks && !hadFiles) };
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

/** Removes active actions from a link, field, page or document. Returns true if there were any. */
function removeActions(context: PDFContext, dictionary: PDFDict): boolean {
  const isActive = (value: PDFObject | undefined): boolean => {
    const action = lookup(context, value);
    if (action instanceof PDFArray) return action.asArray().some(isActive);
    if (!(action instanceof PDFDict)) return false;
    const type = action.lookup(PDFName.of('S'));
    const isListed = type instanceof PDFName && Object.hasOwn(actions, type.decodeText());
    return action.has(PDFName.of('JS')) || isListed || isUnsafeLink(action);
  };
  const additional = lookup(context, dictionary.get(PDFName.of('AA')));
  const hadAdditional =
    additional instanceof PDFDict && additional.values().some(isActive) && dictionary.delete(PDFName.of('AA'));
  // The keys for actions. The link or field itself stays.
  const keys = ['A', 'PA', 'OpenAction', 'Next'].map((name) => PDFName.of(name));
  const removed = keys.filter((key) => isActive(dictionary.get(key)));
  for (const key of removed) dictionary.delete(key);
  return hadAdditional || removed.length > 0;
}
