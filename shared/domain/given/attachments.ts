/** The attachments of a request: files whose pages follow those of the content, in the order of the list. */
import * as z from 'zod/mini';
import { invalid } from '../refusal.ts';
import { atMost } from '../text.ts';
import { maxUrlLength, noWordFile } from './content.ts';

export const mostAttachments = 5;

/** An attachment as a request carries it; `field` is its path, `letter.attachments.0.pdf_url`. */
export interface GivenAttachment {
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

export const attachmentsField = {
  attachments: z.nullish(
    z
      .array(attachmentSchema, 'must be a list of objects with pdf_url')
      .check(
        z.maxLength(mostAttachments, `must have at most ${mostAttachments} entries: join some of the PDFs`),
        z.describe(
          `At most ${mostAttachments} PDFs that are printed behind the content, in this order. Their pages are counted and priced with it.`,
        ),
      ),
  ),
};

export type AttachmentsInput = z.infer<typeof attachmentSchema>[] | null | undefined;

export function givenAttachments(sent: AttachmentsInput, path: '' | `${string}.`): GivenAttachment[] {
  return (sent ?? []).map(({ pdf_url: value }, index) => {
    const field = `${path}attachments.${index}.pdf_url`;
    if (value.trim() === '') throw invalid(field, 'is empty: send the URL of a PDF.');
    return { value, field };
  });
}
