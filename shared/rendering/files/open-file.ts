/** Makes a client's file ready to print, as a PDF. */
import type { FileUse, Paper, Rendered } from '../../domain/paper.ts';
import { unprintable } from '../layout.ts';
import { inspectPdf } from '../pdf/inspect-pdf.ts';
import { repairPdf } from '../pdf/repair-pdf.ts';
import { photoPage } from '../photo/photo.ts';
import { cacheResults, documentKey } from '../process/cache-results.ts';

type Opened = Rendered<{ readonly pdf: Uint8Array; readonly pages: number }>;

/** Caches only refusals, because an opened file may be 20 MB. */
const cache = cacheResults<Opened>(({ ok }) => !ok);

/** Throws `MachineBusy` if the machine is too busy. */
export function openFile(bytes: Uint8Array, use: FileUse, network: string): Promise<Opened> {
  return cache(documentKey(bytes, use), async () => {
    // Only uploads may be pictures. A fetched file that is not a PDF is refused by the inspector.
    const kind = use.isUpload ? kindOf(bytes) : 'pdf';
    if (typeof kind === 'object') return unprintable(kind.problem);
    // No address is stamped on an attachment.
    const paper = use.isAttachment ? { ...use.paper, addressZoneIn: 0 } : use.paper;
    if (kind === 'pdf') return openPdf(bytes, paper, network);
    const photo = await photoPage(bytes, paper, network);
    if (!photo.ok) return photo;
    const opened = await openPdf(photo.pdf, paper, network);
    return opened.ok ? { ...opened, warnings: [...photo.warnings, ...opened.warnings] } : opened;
  });
}

async function openPdf(pdf: Uint8Array, paper: Paper, network: string): Promise<Opened> {
  const inspected = await inspectPdf(pdf, paper, { network });
  if (inspected.ok) return { ...inspected, pdf };
  const repaired = inspected.isRepairable ? await repairPdf(pdf, paper, network) : undefined;
  if (repaired === undefined) return unprintable(inspected.problem, inspected.details);
  if ('problem' in repaired) return unprintable(repaired.problem, repaired.details);
  const reinspected = await inspectPdf(repaired.pdf, paper, { network });
  if (!reinspected.ok) return unprintable(reinspected.problem, reinspected.details);
  // The addresses would be stamped across the text of a page that was sideways.
  if (repaired.isFirstTurned && reinspected.warnings.some(({ code }) => code.startsWith('address_zone_')))
    return unprintable(
      `Page 1 of the PDF is sideways: once it is turned upright, its right ${paper.addressZoneIn} inches are where the addresses are stamped. Leave them free, or request a quote with address_page true.`,
    );
  return { ...reinspected, pdf: repaired.pdf, warnings: [...repaired.warnings, ...reinspected.warnings] };
}

/** A file with a PDF header where the inspector looks for it counts as a PDF, so that no file is two kinds at once. */
export function kindOf(file: Uint8Array): 'pdf' | 'jpeg' | 'png' | { readonly problem: string } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  const picture = (name: string, hint = '') => `The file is ${name} picture. Save it as a JPEG, PNG or PDF${hint}.`;
  const otherTypes: readonly (readonly [signature: RegExp, problem: string])[] = [
    [/^.{4}ftyp(?:hei|hev|mif1|msf1)/s, picture('a HEIC', ' (on an iPhone: share it as "Most Compatible")')],
    [/^.{4}ftypavi[fs]/s, picture('an AVIF')],
    [/^.{4}ftyp/s, 'The file is a video. Send a PDF, or a JPEG or PNG picture.'],
    [/^RIFF.{4}WEBP/s, picture('a WebP')],
    [/^.{4}jP {2}/s, picture('a JPEG 2000')],
    [/^GIF8/, picture('a GIF')],
    [/^(?:II\*\0|MM\0\*)/, picture('a TIFF')],
    [/^BM.{4}\0{4}/s, picture('a BMP')],
    [/^\{\\rtf/, 'The file is an RTF document. Save it as a PDF.'],
    [
      /^(?:\xef\xbb\xbf)?\s*</,
      'The file is a web page or other markup, not a PDF. Print it to a PDF, or send it as html.',
    ],
  ];
  const [, problem = 'This kind of file cannot be printed. Send a PDF, or a JPEG or PNG picture.'] =
    otherTypes.find(([signature]) => signature.test(head)) ?? [];
  return { problem };
}
