/** Tells by its first bytes what a file is, whatever its name and its media type say. */

export type FileKind = 'pdf' | 'jpeg' | 'png' | 'zip' | { readonly problem: string };

const nearStart = 1_024;

/** Anything with the mark of a PDF near its start is judged as one: no file is two kinds at once. */
export function kindOf(file: Uint8Array): FileKind {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, nearStart).includes('%PDF-')) return 'pdf';
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('PK\x03\x04')) return 'zip';
  const found = others.find(({ mark }) => mark.test(head));
  if (found === undefined) return { problem: noKind };
  return { problem: found.problem(bytes) };
}

const noKind =
  'The file is none of the kinds that are taken: a PDF, a JPEG or PNG picture, or a Word document (.docx).';

const picture = (name: string, hint = '') => `The file is a ${name} picture. Save it as a JPEG, PNG or PDF${hint}.`;

interface OtherKind {
  readonly mark: RegExp;
  readonly problem: (bytes: Buffer) => string;
}

const others: readonly OtherKind[] = [
  {
    mark: /^.{4}ftyp(?:hei|hev|mif1|msf1)/s,
    problem: () => picture('HEIC', ' (on an iPhone: share it as "Most Compatible")'),
  },
  { mark: /^.{4}ftypavi[fs]/s, problem: () => picture('AVIF') },
  { mark: /^.{4}ftyp/s, problem: () => 'The file is a film. Send a PDF, or a JPEG or PNG picture.' },
  { mark: /^RIFF.{4}WEBP/s, problem: () => picture('WebP') },
  { mark: /^GIF8/, problem: () => picture('GIF') },
  { mark: /^(?:II\*\0|MM\0\*)/, problem: () => picture('TIFF') },
  { mark: /^BM.{4}\0{4}/s, problem: () => picture('BMP') },
  { mark: /^\xd0\xcf[^\x20-\xff]\xe0/, problem: ofOldOffice },
  { mark: /^\{\\rtf/, problem: () => 'The file is an RTF text. Save it as .docx or PDF.' },
  {
    mark: /^(?:\xef\xbb\xbf)?\s*</,
    problem: () => 'The file is a web page or another mark-up text, and no PDF. Print it to a PDF, or send it as html.',
  },
];

/** The container of Office before 2007, which now holds documents with a password. */
function ofOldOffice(bytes: Buffer): string {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'The document has a password. Save it without one, or as a PDF.'
    : 'The file is an Office document of before 2007 (.doc). Save it as .docx or PDF.';
}
