/** Makes a caller's file ready for print: a PDF. */
import type { FileUse, Rendered, Unprintable } from '../../core/paper.ts';
import { readDocx } from '../docx/docx.ts';
import { type Inspected, inspectPdf } from '../pdf/inspect-pdf.ts';
import { mendPdf } from '../pdf/mend-pdf.ts';
import { photoPage } from '../photo/photo.ts';
import { answers, documentKey } from '../process/answers.ts';
import { kindOf } from './kind.ts';

type Pdf = Rendered<{ readonly pdf: Uint8Array; readonly pages: number }>;
export type Opened = Pdf | Rendered<{ readonly html: string }>;

/** Files that were refused after they had taken their time. */
const refusals = answers<Unprintable>();

/** Throws `MachineBusy` if the machine has no time. */
export async function openFile(bytes: Uint8Array, use: FileUse, network: string): Promise<Opened> {
  const key = documentKey(bytes, use);
  const earlier = refusals.of(key);
  if (earlier !== undefined) return earlier;
  const opened = await open(bytes, use, network);
  if (opened.ok) return opened;
  const refusal = { ok: false, problem: opened.problem } as const;
  refusals.keep(key, refusal);
  return refusal;
}

async function open(bytes: Uint8Array, use: FileUse, network: string): Promise<Opened> {
  // Addresses other than uploads give only PDFs, and the inspector says what else they may be.
  const kind = use.isUpload ? kindOf(bytes) : 'pdf';
  if (typeof kind === 'object') return { ok: false, ...kind };
  switch (kind) {
    case 'pdf':
      return openPdf(bytes, use, network);
    case 'jpeg':
    case 'png':
      return openPhoto(bytes, use, network);
    case 'zip':
      return readDocx(bytes, use, network);
  }
}

async function openPhoto(bytes: Uint8Array, use: FileUse, network: string): Promise<Pdf> {
  const photo = await photoPage(bytes, use, network);
  if (!photo.ok) return photo;
  const opened = await openPdf(photo.pdf, use, network);
  return opened.ok ? { ...opened, warnings: [...photo.warnings, ...opened.warnings] } : opened;
}

async function openPdf(pdf: Uint8Array, { paper, isAttachment }: FileUse, network: string): Promise<Pdf> {
  const inspect = async (document: Uint8Array): Promise<Inspected> => {
    const inspected = await inspectPdf(document, paper, { network });
    return isAttachment ? withoutZone(inspected) : inspected;
  };
  const inspected = await inspect(pdf);
  if (inspected.ok) return { ...inspected, pdf };
  const mended = inspected.isMendable ? await mendPdf(pdf, paper, network) : undefined;
  if (mended === undefined) return inspected;
  if ('problem' in mended) return { ok: false, problem: mended.problem };
  const again = await inspect(mended.pdf);
  if (!again.ok) return again;
  // Addresses across the text of a page that lies on its side help nobody.
  if (mended.isFirstTurned && again.warnings.some(isAboutZone)) return { ok: false, problem: lying(paper) };
  return { ...again, pdf: mended.pdf, warnings: [...mended.warnings, ...again.warnings] };
}

const lying = ({ widthIn, heightIn, addressZoneIn }: FileUse['paper']): string =>
  `Page 1 of the PDF is ${heightIn} x ${widthIn} inches: turned upright, its right ${addressZoneIn} inches would stand where the addresses are stamped. Leave them free, or put the page behind page 1.`;

const isAboutZone = ({ code }: { readonly code: string }) => code.startsWith('address_zone_');

/** Pages that stand behind others get no address. */
const withoutZone = (inspected: Inspected): Inspected =>
  inspected.ok ? { ...inspected, warnings: inspected.warnings.filter((warning) => !isAboutZone(warning)) } : inspected;
