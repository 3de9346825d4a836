/** A receipt as texts for paper; `shared/rendering/receipt` sets them on one page. */
import type { Reader } from '../reader.ts';
import { momentIn } from '../time.ts';
import { type ReceiptRow, type ReceiptView, receiptParts } from './parts.ts';

export function receiptSheet(view: ReceiptView, reader: Reader) {
  const { language, say } = reader;
  const { title, heading, seller, about, statement, facts, bill, times, evidence, code, proof } = receiptParts(
    view,
    reader,
  );
  const moment = (ms: number) => momentIn(language, ms);
  const plain = ({ label, lines, at }: ReceiptRow) => ({ label, lines: at === undefined ? lines : [moment(at)] });
  const issuedAt = view.receipt.issued_at;
  return {
    language: language === 'fr' ? 'fr-CA' : 'en',
    title: `${title} ${view.orderNumber}`,
    issuedAt,
    notice: view.isTest || reader.isTest ? say('Test mode: nothing is charged, mailed or faxed.') : undefined,
    seller,
    heading: title,
    about: [...about, { label: say('Issued'), lines: [moment(issuedAt)] }],
    subject: heading,
    statement,
    order: { heading: say('The order'), rows: facts },
    bill: { heading: say('Amounts'), ...bill },
    times: { heading: say('Times'), rows: times.map(plain) },
    hashes: { heading: say('Evidence'), rows: evidence },
    proof: { heading: say('Verify this receipt'), paragraphs: proof, code, address: view.verifyUrl },
    lacking: say('A box stands for a character that this font lacks. The signed receipt in this file has them all.'),
    jws: view.signature,
  };
}
