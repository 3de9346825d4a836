/** Answers with a receipt in a form for people: a page, or a PDF of one page. */
import type { Reader } from '../../pages/reader.ts';
import type { ReceiptView } from '../../pages/receipt/parts.ts';
import { receiptSheet } from '../../pages/receipt/sheet.ts';
import { receiptPage } from '../../pages/receipt.ts';
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
  const pdf = await writeReceipt(receiptSheet(view, reader));
  return {
    statusCode,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="receipt-${view.orderNumber}.pdf"`,
      'x-robots-tag': 'noindex',
      vary: 'accept-language',
    },
    body: Buffer.from(pdf).toString('base64'),
    isBase64Encoded: true,
  };
}
