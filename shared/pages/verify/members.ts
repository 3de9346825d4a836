/** The signed members of a receipt that its verification shows, in order. Both the page and its script read this list. */
import type { PlainSentence } from '../reader.ts';

interface Member {
  /** The member's name; a member of an object stands after a dot. */
  readonly path: string;
  readonly label: PlainSentence;
  readonly kind: 'text' | 'party' | 'time';
}

const member = (path: string, label: PlainSentence, kind: Member['kind'] = 'text'): Member => ({ path, label, kind });

export const members: readonly Member[] = [
  member('receipt_id', 'Receipt number'),
  member('issued_at', 'Issued', 'time'),
  member('to', 'Recipient', 'party'),
  member('from', 'Sender', 'party'),
  member('fax_number', 'Fax number'),
  member('pages', 'Number of pages'),
  member('check_amount', 'Amount of the check drawn'),
  member('check_number', 'Number of the check drawn'),
  member('amount', 'Price, tax not included'),
  member('tax_label', 'Tax'),
  member('total', 'Total with tax'),
  member('currency', 'Currency'),
  member('times.created_at', 'Ordered', 'time'),
  member('times.paid_at', 'Paid', 'time'),
  member('times.with_partner_at', 'At our partner', 'time'),
  member('times.mailed_at', 'Mailed', 'time'),
  member('times.sent_at', 'Fax sent', 'time'),
  member('times.returned_at', 'Coming back to its sender', 'time'),
  member('times.ended_at', 'Ended', 'time'),
  member('partner_id_hash', 'Order at our partner (keyed hash)'),
  member('tracking_number', 'Tracking number'),
  member('content_hash', 'Content (SHA-256)'),
  member('document_sha256', 'Printed PDF (SHA-256)'),
  member('instruction_sha256', 'Check order (SHA-256)'),
];
