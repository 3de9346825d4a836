/** The receipt in a file of evidence, as texts for paper, in the reader's language. */

import type { Reader } from '../reader.ts';
import { type ReceiptRow, type ReceiptView, receiptParts } from './parts.ts';

/** Whether the pages of the document follow; `undefined` if there is no document. */
export type PagesFollow = 'follow' | 'left_out' | undefined;

export function evidenceSheet(view: ReceiptView, pages: PagesFollow, reader: Reader) {
  const { language, say, moment } = reader;
  const { title, heading, seller, about, statement, facts, bill, times, evidence, link, code, proof } = receiptParts(
    view,
    reader,
  );
  const aboutPages = {
    follow: say('The pages that follow are this order’s document, in its sender’s words.'),
    left_out: say('We couldn’t add this order’s document here. Save it from the order page.'),
  };
  const issuedAt = view.receipt.issued_at;
  return {
    language: language === 'fr' ? 'fr-CA' : 'en',
    title: `${title} ${view.orderNumber}`,
    issuedAt,
    notice: view.isTest || reader.isTest ? say('Test mode: nothing is charged, mailed or faxed.') : undefined,
    subject: heading,
    statement: [statement, ...(pages === undefined ? [] : [aboutPages[pages]])].join(' '),
    sections: [
      {
        heading: say('Receipt'),
        rows: [
          { label: say('Seller'), lines: [seller.name, ...seller.lines] },
          ...about,
          { label: say('Issued'), lines: [moment(issuedAt)] },
        ],
      },
      { heading: say('The order'), rows: facts },
      { heading: say('Amounts'), rows: [...bill.lines, bill.total, ...bill.after] },
      {
        heading: say('Times'),
        rows: times.map(({ label, lines, at }: ReceiptRow) => ({
          label,
          lines: at === undefined ? lines : [moment(at)],
        })),
      },
      { heading: say('Evidence'), rows: evidence },
    ],
    proof: { heading: say('Verify this receipt'), paragraphs: proof, link, address: view.verifyUrl, code },
    lacking: say('A box marks a character that this font doesn’t have. The signed receipt in this file has them all.'),
    jws: view.signature,
  };
}
