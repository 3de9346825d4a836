/** The sender's marks in a request: how it is signed, and the letterhead. A PDF and a check take none. */
import * as z from 'zod/mini';
import { invalid } from '../refusal.ts';
import { atMost } from '../text.ts';
import type { GivenContent } from './content.ts';

export const mostPictureBytes = 500_000;
export const mostTypedLength = 60;

/** Base64 takes four characters for three bytes; the head of a data URI is short. */
const mostPictureLength = 4 * Math.ceil(mostPictureBytes / 3) + 30;

const mustBePicture = 'must be a data URI: data:image/png;base64,… or data:image/jpeg;base64,…';
const tooLong = `is too long: a picture has at most ${mostPictureBytes} bytes. Send it smaller: 1,500 pixels across are enough`;

const picture = (description: string) =>
  z
    .string(mustBePicture)
    .check(z.maxLength(mostPictureLength, { error: tooLong, abort: true }), z.describe(description));

const signature = z.object(
  {
    typed: z.nullish(
      z.string('must be a name').check(atMost(mostTypedLength), z.describe('A name, printed in handwriting.')),
    ),
    image: z.nullish(picture('A data URI of a PNG or JPEG, at most 500 kB; printed at most 2.5 x 0.75 inches large.')),
  },
  'must be an object with typed or image',
);

const letterhead = z.object(
  {
    image: picture(
      'A data URI of a PNG or JPEG, at most 500 kB; printed at most 2.5 x 1.5 inches large, on faxes 6.5 x 1.5.',
    ),
  },
  'must be an object with image',
);

export const signatureSchema = z.nullable(
  signature.check(
    z.describe(
      'Exactly one of typed and image. It stands at the first {{signature}} of the content, else at its end. Not with pdf_url.',
    ),
  ),
);

export const letterheadSchema = z.nullable(
  letterhead.check(
    z.describe('A picture at the top of page 1: of letters on the right, beside the addresses. Not with pdf_url.'),
  ),
);

export const marksFields = { signature: z.optional(signatureSchema), letterhead: z.optional(letterheadSchema) };

/** A picture as a request carries it; `field` is its path, `letter.letterhead.image`. */
export interface GivenPicture {
  readonly kind: 'image';
  readonly bytes: Uint8Array;
  readonly field: string;
}

interface GivenName {
  readonly kind: 'typed';
  readonly typed: string;
  readonly field: string;
}

export interface GivenMarks {
  readonly signature?: GivenName | GivenPicture | undefined;
  readonly letterhead?: GivenPicture | undefined;
}

interface MarksInput {
  readonly signature?: z.infer<typeof signature> | null | undefined;
  readonly letterhead?: z.infer<typeof letterhead> | null | undefined;
}

/** Undefined for a document without marks. */
export function givenMarks(
  { signature: signed, letterhead: head }: MarksInput,
  { kind }: Pick<GivenContent, 'kind'>,
  path: '' | `${string}.`,
): GivenMarks | undefined {
  const [sent] = [signed != null && 'signature', head != null && 'letterhead'].filter((name) => name !== false);
  if (sent === undefined) return undefined;
  if (kind === 'pdf_url')
    throw invalid(
      path + sent,
      'cannot be printed on a PDF, which is printed as it is: leave it out, or send text, markdown or html.',
    );
  return {
    signature: signed == null ? undefined : givenSignature(signed, `${path}signature`),
    letterhead: head == null ? undefined : givenPicture(head.image, `${path}letterhead.image`),
  };
}

function givenSignature({ typed, image }: z.infer<typeof signature>, path: string): GivenName | GivenPicture {
  if ((typed == null) === (image == null)) {
    const found = typed == null ? 'neither was sent' : 'both were sent';
    throw invalid(path, `must have exactly one of typed and image: ${found}.`);
  }
  if (image != null) return givenPicture(image, `${path}.image`);
  const field = `${path}.typed`;
  const name = (typed ?? '').trim();
  if (!/[\p{L}\p{N}]/u.test(name)) throw invalid(field, 'must be a name: send at least one letter.');
  if (/[\p{C}\u2028\u2029]/u.test(name))
    throw invalid(field, 'must be one line, without control or invisible characters.');
  return { kind: 'typed', typed: typed ?? '', field };
}

function givenPicture(uri: string, field: string): GivenPicture {
  const [, format, base64 = ''] = /^data:image\/(png|jpeg);base64,([\w+/]+={0,2})$/i.exec(uri.trim()) ?? [];
  if (format === undefined) throw invalid(field, `${mustBePicture}. ${cureFor(uri)}`);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > mostPictureBytes) throw invalid(field, `${tooLong}.`);
  return { kind: 'image', bytes, field };
}

/** Never repeats what was sent. */
function cureFor(uri: string): string {
  if (/^\s*https?:/i.test(uri)) return 'Nothing is fetched: send the picture itself.';
  if (/^\s*data:image\/svg/i.test(uri)) return 'SVG is not taken: save the picture as PNG.';
  return 'Send the picture in base64.';
}
