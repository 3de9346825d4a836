/** Serves the evidence PDF: the receipt, followed by the pages of the order's document. */
import type { Reader } from '../../pages/reader.ts';
import { evidenceSheet } from '../../pages/receipt/parts.ts';
import type { showEvidence } from '../../pages/views/show-receipt.ts';
import type { HttpResult } from './http-event.ts';
import { statusOfOutcome } from './problem.ts';

/** The PDF includes an untrusted document, so browsers save it instead of opening it as a page of this service. */
export async function evidencePdf(
  { view, document }: Awaited<ReturnType<typeof showEvidence>>,
  reader: Reader,
): Promise<HttpResult> {
  // Few clients request this PDF, so its writer and fonts are loaded only then.
  const { addPages, writeEvidence } = await import('../../rendering/receipt/write-evidence.ts');
  const write = (pages: Parameters<typeof evidenceSheet>[1]) => writeEvidence(evidenceSheet(view, pages, reader));
  const joined = document && (await addPages(await write('follow'), document));
  // If the document can't be joined, the receipt says that it was left out.
  const pdf = joined ?? (await write(document && 'left_out'));
  return {
    statusCode: statusOfOutcome.done,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="evidence-${view.orderNumber}.pdf"`,
      'x-robots-tag': 'noindex',
      vary: 'accept-language',
    },
    body: Buffer.from(pdf).toString('base64'),
    isBase64Encoded: true,
  };
}
