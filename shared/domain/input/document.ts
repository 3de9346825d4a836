/** The document of a request: its content, and everything that is printed with it. */
import * as z from 'zod/mini';
import type { CoverSheet, Paper } from '../paper.ts';
import { invalid } from '../refusal.ts';
import { atMost } from '../text.ts';
import { contentFields, contentKinds, maxUrlLength, noWordFile, readContent, type SentContent } from './content.ts';

export const mostAttachments = 5;

/** An attachment in a request; `field` is its path, `letter.attachments.0.pdf_url`. */
export interface SentAttachment {
  readonly value: string;
  readonly field: string;
}

export const attachmentSchema = z.object(
  {
    pdf_url: z
      .string('must be the HTTPS URL of a PDF')
      .check(noWordFile, atMost(maxUrlLength), z.describe('HTTPS URL of a PDF, under the rules of pdf_url.')),
  },
  'must be an object with pdf_url',
);

const ownFields = {
  attachments: z.nullish(
    z
      .array(attachmentSchema, 'must be a list of objects with pdf_url')
      .check(
        z.maxLength(mostAttachments, `must have at most ${mostAttachments} entries: join some of the PDFs`),
        z.describe(
          `At most ${mostAttachments} PDFs, printed after the content in this order. Their pages are counted and priced with it.`,
        ),
      ),
  ),
  fit_page: z.optional(
    z
      .boolean('must be true or false')
      .check(z.describe('true = pages of a PDF in another size are shrunk to the sheet: A4 to 94%.')),
  ),
};

/** A document in a request. */
export interface SentDocument {
  readonly content: SentContent;
  readonly attachments: readonly SentAttachment[];
  /** An extra page in front, on which the print partner stamps the addresses. */
  readonly hasAddressPage?: boolean;
  readonly cover?: Omit<CoverSheet, 'pages'> | undefined;
  /** Pages of another size than the sheet are shrunk to it. */
  readonly isFitted?: boolean;
  /** The prefix of its fields: `letter.` or empty. */
  readonly path: '' | `${string}.`;
}

/** The members of a request that make up its document. */
export const documentFields = (paper: Paper) => ({ ...contentFields(paper), ...ownFields });

export const documentMembers: readonly string[] = [...contentKinds, ...Object.keys(ownFields)];

export type DocumentInput = {
  readonly [member in keyof ReturnType<typeof documentFields>]?: z.infer<ReturnType<typeof documentFields>[member]>;
};

/** Splits a request's members into those of the document and the rest. */
export function splitRequest<T extends DocumentInput>(
  request: T,
): { readonly input: DocumentInput; readonly rest: Omit<T, keyof DocumentInput> } {
  const isOfDocument = ([member]: [string, unknown]) => documentMembers.includes(member);
  const members = Object.entries(request);
  return {
    input: Object.fromEntries(members.filter(isOfDocument)),
    rest: Object.fromEntries(members.filter((member) => !isOfDocument(member))) as Omit<T, keyof DocumentInput>,
  };
}

/** Whether a request sends content, rather than only its hash. */
export const hasContent = (input: DocumentInput): boolean => contentKinds.some((kind) => input[kind] != null);

export function readSentDocument(input: DocumentInput, path: SentDocument['path']): SentDocument {
  const content = readContent(input, path);
  const attachments = (input.attachments ?? []).map(({ pdf_url: value }, index): SentAttachment => {
    const field = `${path}attachments.${index}.pdf_url`;
    if (value.trim() === '') throw invalid(field, 'is empty: send the URL of a PDF.');
    return { value, field };
  });
  return { content, attachments, isFitted: input.fit_page === true, path };
}

/** Refuses parts sent along with a hash that already covers them, because they would not be compared. */
export function refusePartsBesideHash(input: DocumentInput, path: SentDocument['path']): void {
  const beside = Object.entries(input).find(([, sent]) => sent != null && !(Array.isArray(sent) && sent.length === 0));
  if (beside !== undefined)
    throw invalid(
      `${path}${beside[0]}`,
      `is sent with ${path}content_hash and without the content: leave it out, or send the content and all that was quoted with it.`,
    );
}
