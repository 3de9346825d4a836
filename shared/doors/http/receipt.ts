/** Answers with a receipt in a form for people: a page, a PDF of one page, or a file of all evidence. */
import type { Reader } from '../../pages/reader.ts';
import { evidenceSheet } from '../../pages/receipt/evidence.ts';
import type { ReceiptView } from '../../pages/receipt/parts.ts';
import { receiptSheet } from '../../pages/receipt/sheet.ts';
import { receiptPage } from '../../pages/receipt.ts';
import type { ShownDocument } from '../../rendering/receipt/show-pages.ts';
import type { EvidenceView } from '../../usecases/receipts/show-evidence.ts';
import type { HttpResult } from './http-event.ts';
import { statusOfOutcome } from './problem.ts';

export type PrintedForm = 'text/html' | 'application/pdf';

export async function receiptForPeople(form: PrintedForm, view: ReceiptView, reader: Reader): Promise<HttpResult> {
  const statusCode = statusOfOutcome.done;
  if (form === 'text/html') {
    const { headers, body } = receiptPage(view, reader);
    return { statusCode, headers, body };
  }
  // Few receipts are asked for as a PDF, so its writer and its fonts are loaded by the first one that is.
  const { writeReceipt } = await import('../../rendering/receipt/write-receipt.ts');
  return pdfOf(await writeReceipt(receiptSheet(view, reader)), `receipt-${view.orderNumber}`, 'inline');
}

/** It holds a stranger's document, so it is stored and never shown as a page of this service. */
export async function evidenceForPeople(evidence: EvidenceView, reader: Reader): Promise<HttpResult> {
  const { frameArea, writeEvidence } = await import('../../rendering/receipt/write-evidence.ts');
  const { framePages } = await import('../../rendering/receipt/show-pages.ts');
  const { view, document, signature } = evidence;
  const json = Buffer.from(JSON.stringify({ ...view.receipt, signature: view.signature }));
  // A verifier takes the first receipt that it finds, and a stranger's document may hold words that look like one.
  const files = [
    { name: 'receipt.json', type: 'application/json', bytes: json },
    { name: 'document.pdf', type: 'application/pdf', bytes: document },
    { name: 'signature.pdf', type: 'application/pdf', bytes: signature },
  ].flatMap(({ bytes, ...file }) => (bytes instanceof Uint8Array ? [{ ...file, bytes }] : []));
  let shown: readonly ShownDocument[] = documentsOf(evidence);
  for (;;) {
    const sheet = evidenceSheet({ ...evidence, shown: shown.map(({ name }) => name) }, reader);
    const written = await writeEvidence(sheet, files);
    const found = shown.length === 0 ? { pdf: written } : await framePages(written, shown, frameArea);
    if ('pdf' in found) return pdfOf(found.pdf, `evidence-${view.orderNumber}`, 'attachment');
    shown = found.shown;
  }
}

function documentsOf({ document, signature, isOwn }: EvidenceView): readonly ShownDocument[] {
  const all = [
    { name: 'document', pdf: document, isPictured: !isOwn },
    { name: 'signature', pdf: signature, isPictured: true },
  ] as const;
  return all.flatMap(({ pdf, ...one }) => (pdf === undefined ? [] : [{ ...one, pdf }]));
}

const pdfOf = (pdf: Uint8Array, name: string, how: 'inline' | 'attachment'): HttpResult => ({
  statusCode: statusOfOutcome.done,
  headers: {
    'content-type': 'application/pdf',
    'content-disposition': `${how}; filename="${name}.pdf"`,
    'x-robots-tag': 'noindex',
    vary: 'accept-language',
  },
  body: Buffer.from(pdf).toString('base64'),
  isBase64Encoded: true,
});
