/** The verdict of the verification page on a receipt. */

import { type Html, html } from '../html.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import type { Verdict } from './verifier.ts';

type Genuine = Extract<Verdict, { kind: 'genuine' }>;

/** The sentence that follows from what stands around the signature. */
const arounds = {
  same: { tone: 'paid', label: 'Genuine', says: 'This receipt was issued by this service and has not been changed.' },
  nothing: { tone: 'paid', label: 'Genuine', says: 'This service signed what follows.' },
  // Not green: other words may stand around a true signature.
  not_compared: {
    tone: 'open',
    label: 'Genuine signature',
    says: 'This service signed what follows. Other words in what you gave were not compared with it.',
  },
  differs: {
    tone: 'failed',
    label: 'Changed',
    says: 'The text around the signature was changed. Only what follows was signed.',
  },
} as const satisfies Record<
  Genuine['around'],
  { readonly tone: string; readonly label: PlainSentence; readonly says: PlainSentence }
>;

const documents = {
  printed: { tone: 'sound', says: 'The document is the very PDF that our partner was given.' },
  content: { tone: 'sound', says: 'The document is the content that was sent with the order, byte for byte.' },
  other: {
    tone: 'failing',
    says: 'The document is another one: not one byte may differ from the PDF or the content that was sent.',
  },
  no_hash: { tone: '', says: 'This receipt names no document, so the document proves nothing.' },
  none_given: {
    tone: '',
    says: 'No document was compared. Add the PDF to find out whether it is the one that was sent.',
  },
} as const satisfies Record<Genuine['document'], { readonly tone: string; readonly says: PlainSentence }>;

const statements: Readonly<Record<string, PlainSentence>> = {
  awaiting_payment: 'The order existed and had not been paid.',
  paid: 'The order had been paid. The partner had not confirmed it.',
  with_partner: 'The order had been paid and the partner had accepted it. It had not left.',
  mailed: 'The order had been paid and had left the print facility.',
  sent: 'The order had been paid and the fax had been sent.',
  cancelled: 'The order had been cancelled. Nothing was sent.',
  failed: 'The order had failed. Nothing was sent.',
};

export function verdictOn(verdict: Verdict, reader: Reader): Html {
  const { say } = reader;
  if (verdict.kind === 'genuine') return genuine(verdict, reader);
  const { heading, help } = failures[verdict.kind];
  return html`<p class="status failed">${say('Not verified')}</p>
<h2>${say(heading)}</h2>
<p class="lead">${say(help)}</p>`;
}

function genuine({ receipt, keyId, around, document }: Genuine, reader: Reader): Html {
  const { say } = reader;
  const { tone, label, says } = arounds[around];
  const compared = documents[document];
  const statement = statements[String(receipt.status)];
  return html`<p class="status ${tone}">${say(label)}</p>
<h2>${say(says)}</h2>
${receipt.payment_mode === 'mock' && html`<p class="warnings">${say('It is the receipt of a test: nothing was charged, and nothing was mailed or faxed.')}</p>`}
${statement !== undefined && html`<p class="lead">${say('When it was issued:')} ${say(statement)}</p>`}
<p class="warnings ${compared.tone}">${say(compared.says)}</p>
<section>
<h3>${say('What was signed. Compare it with the receipt in your hands.')}</h3>
<dl class="facts">${members.map((member) => row(member, receipt, reader)).filter((line) => line !== false)}</dl>
</section>
<section>
<h3>${say('What it proves, and what it does not')}</h3>
<ul>
<li>${say('It proves that this service wrote exactly this, at the time of issue.')}</li>
<li>${say('It proves which document and which content the order had, by their hashes.')}</li>
<li>${say('It does not prove delivery, reading, the cashing of a check, or who paid.')}</li>
<li>${say('It does not tell what has happened since it was issued.')}</li>
</ul>
</section>
<p class="signed">${say('Signed with the key')} <code>${keyId}</code></p>`;
}

function row({ path, label, kind }: Member, receipt: Genuine['receipt'], reader: Reader): Html | false {
  const value = valueAt(receipt, path);
  if (value === undefined || value === null) return false;
  const shown = () => {
    if (kind === 'time' && typeof value === 'number') return reader.time(value);
    return kind === 'party' ? partyLine(value) : String(value);
  };
  return html`<div><dt>${reader.say(label)}</dt><dd>${shown()}</dd></div>`;
}

/** A person, a company and an address as one line. */
function partyLine(party: unknown): string {
  if (typeof party !== 'object' || party === null) return '';
  const { firstName, lastName, ...rest } = party as Readonly<Record<string, unknown>>;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return [name, ...Object.values(rest)].filter(Boolean).join(', ');
}

/** `path`: the names of members, with a dot between them. */
function valueAt(receipt: Genuine['receipt'], path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  return rest.reduce<unknown>((at, next) => (at as Record<string, unknown> | undefined)?.[next], receipt[name]);
}

const failures = {
  altered: {
    heading: 'This receipt is not genuine: it was changed after it was signed.',
    help: 'Do not rely on it. Ask whoever gave it to you for the original file.',
  },
  unknown_key: {
    heading: 'This receipt was not signed by this service.',
    help: 'It names a key that this service does not publish. It may come from another service.',
  },
  no_receipt: {
    heading: 'No receipt was found in what you gave.',
    help: 'A PDF that was printed or saved anew has lost its signature: take the original file, or scan the code on it.',
  },
} as const satisfies Record<
  Exclude<Verdict['kind'], 'genuine'>,
  { readonly heading: PlainSentence; readonly help: PlainSentence }
>;

interface Member {
  /** The member's name; a member of an object stands after a dot. */
  readonly path: string;
  readonly label: PlainSentence;
  readonly kind: 'text' | 'party' | 'time';
}

const member = (path: string, label: PlainSentence, kind: Member['kind'] = 'text'): Member => ({ path, label, kind });

const members: readonly Member[] = [
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
