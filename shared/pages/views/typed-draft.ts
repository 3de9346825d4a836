/** The form as it was typed before a person went to attach a file: it lies beside the file's ticket, as long as an unpaid document. */

import { unpaidTextKey } from '../../orders/document.ts';
import type { Documents } from '../../storage/documents.ts';
import type { Typed } from '../order-form/shape.ts';

type DraftStore = { readonly documents: Pick<Documents, 'get' | 'put'> };

/** The typed field that names a file, by what the file is for. */
export type FileField = 'upload' | 'attachments';

export const isFileField = (name: string): name is FileField => name === 'upload' || name === 'attachments';

/** A form as it was left, and the field that the file goes into. */
interface Draft {
  readonly field: FileField;
  readonly typed: Typed;
}

export const keepDraft = ({ documents }: DraftStore, ticket: string, draft: Draft): Promise<void> =>
  documents.put(unpaidTextKey(ticket), new TextEncoder().encode(JSON.stringify(draft)));

/** This service has written it, and `typedIn` reads it as it reads any form. */
export async function draftOf({ documents }: DraftStore, ticket: string): Promise<Draft | undefined> {
  const bytes = await documents.get(unpaidTextKey(ticket));
  return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as Draft);
}
