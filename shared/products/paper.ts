/** Tells callers and people about a document on paper: its pages, and the sender's marks on it. */
import * as z from 'zod/mini';
import type { Statement } from '../core/product.ts';
import type { QuotedContent } from '../core/quoted-content.ts';
import { pageFields, pageSchemas } from './common.ts';

type Marked = { readonly content?: QuotedContent | undefined };

export const signedWithPicture = 'with a picture';

/** `Ada Lovelace (typed)` */
function signedBy({ content }: Marked): string | undefined {
  const signature = content?.parts?.signature;
  if (signature === undefined) return undefined;
  return signature.kind === 'image' ? signedWithPicture : `${signature.typed} (typed)`;
}

/** Quotes and jobs both have these. */
export const paperFields = (quoted: Marked) => ({
  ...pageFields(quoted),
  signed: signedBy(quoted),
  letterhead: quoted.content?.parts?.letterhead === undefined ? undefined : true,
});

export const paperSchemas = (layout: string) => ({
  ...pageSchemas(layout),
  signed: z.optional(z.string().check(z.describe('How it is signed: `Ada Lovelace (typed)`, or `with a picture`.'))),
  letterhead: z.optional(z.boolean().check(z.describe('True with a letterhead on page 1.'))),
});

/** A typed name stands alone, because pages translate what they know, and a name is nobody's word for something else. */
export const markStatements = ({ content }: Marked): Statement[] => {
  const { signature, letterhead } = content?.parts ?? {};
  const typed = signature?.kind === 'typed' && { label: 'Signed (typed)', value: signature.typed ?? '' };
  const drawn = signature?.kind === 'image' && { label: 'Signed', value: 'With a picture' };
  const head = letterhead !== undefined && { label: 'Letterhead', value: 'A picture at the top of page 1' };
  return [typed, drawn, head].filter((one) => one !== false);
};
