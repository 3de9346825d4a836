/** Makes a caller's file ready for print: a PDF. */
import type { FileUse, Rendered } from '../../domain/paper.ts';
import { unprintable } from '../layout.ts';
import { inspectPdf } from '../pdf/inspect-pdf.ts';
import { repairPdf } from '../pdf/repair-pdf.ts';
import { photoPage } from '../photo/photo.ts';
import { cacheResults, documentKey } from '../process/cache-results.ts';

type Opened = Rendered<{ readonly pdf: Uint8Array; readonly pages: number }>;

/** Caches only refusals, because an opened file may have 20 MB. */
const cached = cacheResults<Opened>(({ ok }) => !ok);

/** Throws `MachineBusy` if the machine has no time. */
export function openFile(bytes: Uint8Array, use: FileUse, network: string): Promise<Opened> {
  return cached(documentKey(bytes, use), async () => {
    // Only an upload may be something other than a PDF. The inspector names what else a fetched file is.
    const kind = use.isUpload ? kindOf(bytes) : 'pdf';
    if (typeof kind === 'object') return unprintable(kind.problem);
    if (kind === 'pdf') return openPdf(bytes, use, network);
    const photo = await photoPage(bytes, use, network);
    if (!photo.ok) return photo;
    const opened = await openPdf(photo.pdf, use, network);
    return opened.ok ? { ...opened, warnings: [...photo.warnings, ...opened.warnings] } : opened;
  });
}

async function openPdf(pdf: Uint8Array, { paper, isAttachment }: FileUse, network: string): Promise<Opened> {
  const inspect = async (document: Uint8Array) => {
    const inspected = await inspectPdf(document, paper, { network });
    // Pages that come after others get no address.
    return inspected.ok && isAttachment
      ? { ...inspected, warnings: inspected.warnings.filter((warning) => !isAboutZone(warning)) }
      : inspected;
  };
  const inspected = await inspect(pdf);
  if (inspected.ok) return { ...inspected, pdf };
  const repaired = inspected.isRepairable ? await repairPdf(pdf, paper, network) : undefined;
  if (repaired === undefined) return unprintable(inspected.problem, inspected.details);
  if ('problem' in repaired) return unprintable(repaired.problem, repaired.details);
  const again = await inspect(repaired.pdf);
  if (!again.ok) return unprintable(again.problem, again.details);
  // Addresses would be stamped across the text of a page that lies on its side.
  if (repaired.isFirstTurned && again.warnings.some(isAboutZone))
    return unprintable(
      `Page 1 of the PDF lies on its side: turned upright, its right ${paper.addressZoneIn} inches would be where the addresses are stamped. Leave them free, or request a quote with address_page true.`,
    );
  return { ...again, pdf: repaired.pdf, warnings: [...repaired.warnings, ...again.warnings] };
}

const isAboutZone = ({ code }: { readonly code: string }) => code.startsWith('address_zone_');

/** Anything with the mark of a PDF near its start is judged as one: no file is two kinds at once. */
export function kindOf(file: Uint8Array): 'pdf' | 'jpeg' | 'png' | { readonly problem: string } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  const picture = (name: string, hint = '') => `The file is ${name} picture. Save it as a JPEG, PNG or PDF${hint}.`;
  const others: readonly { readonly mark: RegExp; readonly problem: string }[] = [
    {
      mark: /^.{4}ftyp(?:hei|hev|mif1|msf1)/s,
      problem: picture('a HEIC', ' (on an iPhone: share it as "Most Compatible")'),
    },
    { mark: /^.{4}ftypavi[fs]/s, problem: picture('an AVIF') },
    { mark: /^.{4}ftyp/s, problem: 'The file is a film. Send a PDF, or a JPEG or PNG picture.' },
    { mark: /^RIFF.{4}WEBP/s, problem: picture('a WebP') },
    { mark: /^.{4}jP {2}/s, problem: picture('a JPEG 2000') },
    { mark: /^GIF8/, problem: picture('a GIF') },
    { mark: /^(?:II\*\0|MM\0\*)/, problem: picture('a TIFF') },
    { mark: /^BM.{4}\0{4}/s, problem: picture('a BMP') },
    { mark: /^\{\\rtf/, problem: 'The file is an RTF text. Save it as a PDF.' },
    {
      mark: /^(?:\xef\xbb\xbf)?\s*</,
      problem: 'The file is a web page or another mark-up text, and no PDF. Print it to a PDF, or send it as html.',
    },
  ];
  return {
    problem:
      others.find(({ mark }) => mark.test(head))?.problem ??
      'This kind of file cannot be printed. Send a PDF, or a JPEG or PNG picture.',
  };
}
