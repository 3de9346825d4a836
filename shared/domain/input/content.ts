/**
 * The document of a request: its content, and everything that is printed with it. The content is exactly one of html,
 * text, markdown and pdf_url. A price is valid only for one kind and hash of content.
 */
import * as z from 'zod/mini';
import type { FrontPage, Paper } from '../paper.ts';
import { invalid, ownFile, Refusal } from '../refusal.ts';
import { atMost, capitalized, mustBe } from '../text.ts';

export const saveAsPdf =
  'A Word file looks different in each program. Save it as a PDF and send that. In Word: File > Save As, then choose PDF. In Google Docs: File > Download > PDF Document (.pdf). In Pages: File > Export To > PDF.';

export const docSuffix = /\.do[ct][xm]?$/i;

export const isWordType = (type: string): boolean =>
  /^application\/(?:msword|vnd\.ms-word|vnd\.openxmlformats-officedocument\.wordprocessingml)/i.test(type);

/** Whether a file is a zip with Word's folder in it, or has Office's older format, which encrypted documents also use. */
export function isWordFile(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString('latin1', 0, 4);
  return head === '\xd0\xcf\x11\xe0' || (head === 'PK\x03\x04' && file.includes('word/'));
}

/** Whether a Word file was sent instead of a URL: a data URI, base64 or a file name. */
export function isWordInPlaceOfUrl(text: string): boolean {
  if (/^https?:/i.test(text)) return false;
  const [, type = '', data = ''] = /^(?:data:([^,]*),)?(.*)$/s.exec(text.trim()) ?? [];
  return isWordType(type) || docSuffix.test(data) || isWordFile(Buffer.from(data, 'base64'));
}

export const contentKinds = ['html', 'text', 'markdown', 'pdf_url'] as const;
type ContentKind = (typeof contentKinds)[number];

export const oneContent = `exactly one of ${contentKinds.join(', ')}`;

/** Content in a request; `field` is its path, `letter.html`. */
export interface SentContent {
  readonly kind: ContentKind;
  readonly value: string;
  readonly field: string;
}

const maxContentBytes = 1_000_000;

/** For one file, and for all files of a request together. */
export const maxFileBytes = 20_000_000;

export const maxUrlLength = 2_000;

/** Runs before the check of the length, whose advice would be wrong for a Word file. */
const noWordFile = z.refine<string>((value) => !isWordInPlaceOfUrl(value), {
  error: `is a Word file. ${saveAsPdf}`,
  abort: true,
});

/** Refers to the content of the quote, so a job request doesn't have to repeat it. */
export const contentHashField = {
  content_hash: z.nullish(
    z
      .string('must be a string')
      .check(
        z.regex(/^[\da-fA-F]{64}$/, 'must be the content_hash of the quote: 64 hexadecimal digits'),
        z.describe('The content_hash of the quote, in place of the content: what was quoted is printed.'),
      ),
  ),
};

/** The content in a request. `path` is the prefix of the object that holds it, `letter.` or empty. */
function readContent(
  input: { readonly [kind in ContentKind]?: string | null | undefined },
  path: '' | `${string}.`,
): SentContent {
  const sent = contentKinds.filter((kind) => typeof input[kind] === 'string');
  const [kind] = sent;
  if (kind === undefined || sent.length > 1) throw notExactlyOne(sent, path);
  const field = `${path}${kind}`;
  const value = input[kind] ?? '';
  if (value.trim() === '') throw invalid(field, 'is empty: send the content to print.');
  if (value.includes('\ufffd'))
    throw invalid(
      field,
      'has the character U+FFFD, which replaces bytes that were not UTF-8: send the content again, encoded in UTF-8.',
    );
  const bytes = Buffer.byteLength(value);
  if (bytes > maxContentBytes)
    throw invalid(
      field,
      `has ${bytes} bytes; at most ${maxContentBytes} are allowed. Shorten it or send a PDF by pdf_url.`,
    );
  return { kind, value, field };
}

function notExactlyOne(sent: readonly ContentKind[], path: string): Refusal {
  const names = contentKinds.map((kind) => path + kind).join(', ');
  let problem = path === '' ? 'none was sent' : `none was sent, and no ${path}content_hash`;
  if (sent.length > 0) problem = `${sent.map((kind) => path + kind).join(' and ')} were sent`;
  if (sent.includes('pdf_url')) problem += '. A PDF that comes after a text goes in attachments';
  const message = `Send exactly one of ${names}: ${problem}.`;
  const details = { kind: sent.length === 0 ? 'no_content' : 'two_contents' } as const;
  const faults = sent.map((kind) => ({ field: path + kind, error: message, code: 'field_invalid' as const }));
  // The field at fault is the object that has these members.
  return new Refusal('invalid_request', message, { field: path.slice(0, -1) || undefined, faults, details });
}

export const maxAttachments = 5;

export const attachmentSchema = z.object(
  {
    pdf_url: z
      .string(mustBe('the HTTPS URL of a PDF'))
      .check(noWordFile, atMost(maxUrlLength), z.describe('HTTPS URL of a PDF, under the rules of pdf_url.')),
  },
  mustBe('an object with pdf_url'),
);

/** A document in a request. */
export interface SentDocument {
  readonly content: SentContent;
  /** `field`: the path of each, `letter.attachments.0.pdf_url`. */
  readonly attachments: readonly { readonly value: string; readonly field: string }[];
  readonly front?: FrontPage | undefined;
  /** Pages of another size than the sheet's are shrunk to it. */
  readonly isFitted?: boolean;
  /** The prefix of the paths of its fields: `letter.` or empty. */
  readonly path: '' | `${string}.`;
}

/** The schemas of the members of a request that make up its document. Their descriptions name the paper. */
export function documentFields({ sizeName, widthIn, heightIn, marginIn, fontSizePt }: Paper) {
  const source = (description: string) =>
    z.nullish(
      z
        .string('must be a string')
        .check(atMost(maxContentBytes, ': shorten it or send a PDF by pdf_url'), z.describe(description)),
    );
  const onlyOne = `${capitalized(oneContent)}.`;
  return {
    html: source(
      `Body as HTML. The service sets the layout (${sizeName}, ${marginIn} inch margins, ${fontSizePt}pt serif); page CSS is ignored, scripts never run, images must be data: URIs. ${onlyOne}`,
    ),
    text: source(`Plain text body; blank lines start new paragraphs. ${onlyOne}`),
    markdown: source(
      `Body as Markdown: CommonMark with tables, laid out like html, with the same rules; links are printed with their URLs. ${onlyOne}`,
    ),
    pdf_url: z.nullish(
      z
        .string('must be a string')
        .check(
          noWordFile,
          atMost(maxUrlLength, `. ${ownFile}`),
          z.describe(
            `HTTPS URL of a PDF on a public address: ${widthIn} x ${heightIn} inch pages, not encrypted, at most 20 MB. ${onlyOne}`,
          ),
        ),
    ),
    attachments: z.nullish(
      z
        .array(attachmentSchema, 'must be a list of objects with pdf_url')
        .check(
          z.maxLength(maxAttachments, `must have at most ${maxAttachments} entries: join some of the PDFs`),
          z.describe(
            `At most ${maxAttachments} PDFs, printed after the content in this order. Their pages are counted and priced with it.`,
          ),
        ),
    ),
    fit_page: z.optional(
      z
        .boolean('must be true or false')
        .check(z.describe('true = pages of a PDF in another size are shrunk to the sheet: A4 to 94%.')),
    ),
  };
}

/** The names of the members in `documentFields`. */
export const documentMembers: readonly string[] = [...contentKinds, 'attachments', 'fit_page'];

export type DocumentInput = {
  readonly [member in keyof ReturnType<typeof documentFields>]?: z.infer<ReturnType<typeof documentFields>[member]>;
};

/** Splits a request into the members of the document and the others. */
export function splitRequest<T extends DocumentInput>(
  request: T,
): { readonly input: DocumentInput; readonly rest: Omit<T, keyof DocumentInput> } {
  const isDocumentMember = ([member]: [string, unknown]) => documentMembers.includes(member);
  const members = Object.entries(request);
  return {
    input: Object.fromEntries(members.filter(isDocumentMember)),
    rest: Object.fromEntries(members.filter((member) => !isDocumentMember(member))) as Omit<T, keyof DocumentInput>,
  };
}

export function readSentDocument(input: DocumentInput, path: SentDocument['path']): SentDocument {
  const content = readContent(input, path);
  const attachments = (input.attachments ?? []).map(({ pdf_url: value }, index) => {
    const field = `${path}attachments.${index}.pdf_url`;
    if (value.trim() === '') throw invalid(field, 'is empty: send the URL of a PDF.');
    return { value, field };
  });
  return { content, attachments, isFitted: input.fit_page === true, path };
}

/**
 * Whether a request with a `content_hash` has no content. Throws a Refusal if it then has attachments or `fit_page`: the hash
 * covers them, but nothing would compare them.
 */
export function isHashOnly(input: DocumentInput, path: SentDocument['path']): boolean {
  if (contentKinds.some((kind) => input[kind] != null)) return false;
  // Some clients send every field, with false or an empty list for what they don't want.
  const requestsNothing = (sent: unknown) =>
    sent == null || sent === false || (Array.isArray(sent) && sent.length === 0);
  const other = Object.entries(input).find(([, sent]) => !requestsNothing(sent));
  if (other !== undefined)
    throw invalid(
      `${path}${other[0]}`,
      `is sent with ${path}content_hash and without the content: leave it out, or send the content and all that was quoted with it.`,
    );
  return true;
}

/** Counts the next bytes that arrive. Returns false once there are too many. */
export type ByteBudget = (bytes: number) => boolean;

export function budgetForAllFiles(): ByteBudget {
  let left = maxFileBytes;
  return (bytes) => {
    left -= bytes;
    return left >= 0;
  };
}

export const tooLargeTogether = `The files of this request are more than ${maxFileBytes / 1_000_000} MB in total. Use smaller ones.`;
