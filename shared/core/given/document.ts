/** The document of a request: its content, and all that belongs on paper with it. */
import { contentFields, contentKinds, type GivenContent, givenContent } from '../content.ts';

/** A document as a request carries it. */
export interface GivenDocument {
  readonly content: GivenContent;
}

/** The members of a request that make up its document. */
export const documentFields = { ...contentFields };

type DocumentInput = { readonly [member in keyof typeof documentFields]?: string | null | undefined };

/** A request's members, parted into those of the document and the others. */
export function partedRequest<T extends DocumentInput>(
  request: T,
): { readonly input: DocumentInput; readonly rest: Omit<T, keyof DocumentInput> } {
  const isOfDocument = ([member]: [string, unknown]) => Object.hasOwn(documentFields, member);
  const members = Object.entries(request);
  return {
    input: Object.fromEntries(members.filter(isOfDocument)),
    rest: Object.fromEntries(members.filter((member) => !isOfDocument(member))) as Omit<T, keyof DocumentInput>,
  };
}

/** True if a request sends content, and does not only name it. */
export const hasContent = (input: DocumentInput): boolean => contentKinds.some((kind) => input[kind] != null);

/** `path` is the prefix of the object that holds the document, `letter.` or empty. */
export const givenDocument = (input: DocumentInput, path: '' | `${string}.`): GivenDocument => ({
  content: givenContent(input, path),
});
