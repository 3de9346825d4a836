/** Measures a document for a quote. With an address page or attachments, all is joined into the one PDF to print. */

import { sha256Hex } from '../../domain/digest.ts';
import { contentHashOf } from '../../domain/given/content-hash.ts';
import type { GivenDocument } from '../../domain/given/document.ts';
import type { QuotedContent } from '../../domain/given/quoted-content.ts';
import { roomForAll } from '../../domain/given/room.ts';
import { behindAddressPage, type Paper } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import { capitalised } from '../../domain/words.ts';
import type { Deps } from '../deps.ts';
import { unpaidPartKey } from '../document.ts';
import { allInOrder } from './all-in-order.ts';
import type { FileFetching } from './fetch-file.ts';
import { mustFit } from './fits-partner.ts';
import { type Measured, measure } from './measure.ts';
import type { Printing } from './print-markup.ts';
import { printable } from './printable.ts';

export async function measureDocument(
  deps: Deps,
  given: GivenDocument,
  sheet: Paper,
  printing: Printing & FileFetching,
): Promise<Measured> {
  const behind = given.hasAddressPage ? behindAddressPage(sheet) : sheet;
  const paper = given.isFitted ? { ...behind, isFitted: true } : behind;
  if (given.attachments.length === 0 && !given.hasAddressPage)
    return measure(deps, { content: given.content }, paper, printing);
  const together = { ...printing, room: roomForAll() };
  const own = (part: number) => ({ ...together, key: unpaidPartKey(printing.key, part) });
  const files = new Map<string, Promise<Measured>>();
  for (const file of given.attachments) {
    // An address that is attached several times is fetched once.
    const part = { content: { kind: 'pdf_url', ...file }, isAttachment: true } as const;
    if (!files.has(file.value)) files.set(file.value, measure(deps, part, paper, own(files.size + 1)));
  }
  const [content, ...attachments] = await allInOrder([
    measure(deps, { content: given.content }, paper, own(0)),
    ...given.attachments.flatMap(({ value }) => files.get(value) ?? []),
  ]);
  if (content === undefined) throw new Error('a document has no content');
  return join(deps, given, { content, attachments }, paper, printing);
}

interface MeasuredParts {
  readonly content: Measured;
  readonly attachments: readonly Measured[];
}

async function join(
  deps: Deps,
  given: GivenDocument,
  { content, attachments }: MeasuredParts,
  paper: Paper,
  { key, network, partnerTakes }: Printing,
): Promise<Measured> {
  const all = [content, ...attachments];
  const pdfs = await Promise.all([
    bytesOfContent(deps, given, content, paper),
    ...attachments.map(({ content: { document } }) => stored(deps, document)),
  ]);
  const own = all.map(({ content: { pages } }, index) => ({ pdf: pdfs[index] ?? new Uint8Array(), pages }));
  const front = given.hasAddressPage
    ? [{ pdf: await deps.renderer.emptyPage(paper), pages: 1, isAddressPage: true }]
    : [];
  const joined = await deps.renderer.joinPdfs([...front, ...own], paper, network);
  const fields = [given.content, ...given.attachments].map(({ field }) => field);
  const { pdf, pages } = printable(fields[joined.ok ? 0 : Math.max(0, joined.part - front.length)] ?? '', joined);
  mustFit(pdf, partnerTakes, paper, attachments.length === 0 ? given.content.field : `${given.path}attachments`);
  await deps.documents.put(key, pdf);
  const hashes = {
    content: content.content.hash,
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ content: { hash, source, pages: count } }) => ({ hash, source, pages: count })),
    }),
  };
  const document = { key, sha256: sha256Hex(pdf) };
  const firstPages = all.map((_, index) => own.slice(0, index).reduce((sum, part) => sum + part.pages, front.length));
  return {
    content: {
      ...content.content,
      engine: all.find((part) => part.content.engine)?.content.engine,
      hash: contentHashOf(hashes),
      parts: hashes,
      pages,
      document,
    },
    warnings: all.flatMap(({ warnings }, index) => warnings.flatMap((one) => behindPages(one, firstPages[index] ?? 0))),
  };
}

/** Text is only laid out when it is measured. */
async function bytesOfContent(
  deps: Deps,
  { content }: GivenDocument,
  measured: Measured,
  paper: Paper,
): Promise<Uint8Array> {
  if (measured.content.document !== undefined) return stored(deps, measured.content.document);
  return printable(content.field, await deps.renderer.writeText(content.value, paper, capitalised(paper.noun))).pdf;
}

/** Reads the stored document. Its hash proves that it is the measured one. */
async function stored({ documents }: Deps, document: QuotedContent['document']): Promise<Uint8Array> {
  const pdf = document && (await documents.get(document.key));
  if (pdf === undefined || sha256Hex(pdf) !== document?.sha256) throw new Error('a part of a document was not stored');
  return pdf;
}

/** `before`: the pages in front of the part. The addresses are stamped on the first page of the whole alone. */
export function behindPages(warning: Warning, before: number): Warning[] {
  if (before === 0) return [warning];
  if (warning.code === 'address_zone_used' || warning.code === 'address_zone_unchecked') return [];
  if ('pages' in warning) return [{ ...warning, pages: warning.pages.map((page) => page + before) }];
  if ('first' in warning) return [{ ...warning, first: warning.first + before, last: warning.last + before }];
  return [warning];
}
