/** The verdict of the verification page on a receipt; without one it is a template, which the page's script fills. */
import { type Html, html } from '../html.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import { partyLine, valueAt } from './values.ts';

export interface Genuine {
  readonly keyId: string;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly around: keyof typeof arounds;
  readonly document: keyof typeof documents;
  readonly carrier: keyof typeof carriers;
}

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
  string,
  { readonly tone: string; readonly label: PlainSentence; readonly says: PlainSentence }
>;

const documents = {
  printed: 'The document is the very PDF that our partner was given.',
  content: 'The document is the content that was sent with the order, byte for byte.',
  other: 'The document is another one: not one byte may differ from the PDF or the content that was sent.',
  no_hash: 'This receipt names no document, so the document proves nothing.',
  none_given: 'No document was compared. Add the PDF to find out whether it is the one that was sent.',
} as const satisfies Record<string, PlainSentence>;

const carriers = {
  same: 'The carrier’s file with the signature is the one that the receipt names.',
  none_given: false,
} as const satisfies Record<string, PlainSentence | false>;

const statements: Readonly<Record<string, PlainSentence>> = {
  awaiting_payment: 'The order existed and had not been paid.',
  paid: 'The order had been paid. The partner had not confirmed it.',
  with_partner: 'The order had been paid and the partner had accepted it. It had not left.',
  mailed: 'The order had been paid and had left the print facility.',
  sent: 'The order had been paid and the fax had been sent.',
  cancelled: 'The order had been cancelled. Nothing was sent.',
  failed: 'The order had failed. Nothing was sent.',
};

/** `shown`: undefined for the template. */
export function genuine(reader: Reader, shown?: Genuine): Html {
  const { say } = reader;
  const only = (isSo: (shown: Genuine) => boolean) => shown === undefined || isSo(shown);
  return html`${Object.entries(arounds)
    .map(
      ([name, { tone, label, says }]) =>
        only(({ around }) => around === name) &&
        html`<div data-around="${name}"><p class="status ${tone}">${say(label)}</p>
<h2 tabindex="-1">${say(says)}</h2></div>`,
    )
    .filter((line) => line !== false)}
${only(({ receipt }) => receipt.payment_mode === 'mock') && html`<p class="warnings" data-mode="mock">${say('It is the receipt of a test: nothing was charged, and nothing was mailed or faxed.')}</p>`}
${Object.entries(statements)
  .map(
    ([status, sentence]) =>
      only(({ receipt }) => receipt.status === status) &&
      html`<p class="lead" data-status="${status}">${say('When it was issued:')} ${say(sentence)}</p>`,
  )
  .filter((line) => line !== false)}
${factOf('document', documents, only, ({ document }) => document, reader)}
${factOf('carrier', carriers, only, ({ carrier }) => carrier, reader)}
<section>
<h3>${say('What was signed. Compare it with the receipt in your hands.')}</h3>
<dl class="facts">${members.map((member) => row(member, reader, shown)).filter((line) => line !== false)}</dl>
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
<p class="signed">${say('Signed with the key')} <code data-key>${shown?.keyId}</code></p>`;
}

const tones: Readonly<Record<string, string>> = { other: 'failing', printed: 'sound', content: 'sound', same: 'sound' };

/** The sentence that is true of one fact; in the template all of them. */
const factOf = <Name extends string>(
  fact: string,
  sentences: Readonly<Record<Name, PlainSentence | false>>,
  only: (isSo: (shown: Genuine) => boolean) => boolean,
  of: (shown: Genuine) => Name,
  { say }: Reader,
): readonly Html[] =>
  (Object.keys(sentences) as Name[]).flatMap((name) => {
    const sentence: PlainSentence | false = sentences[name];
    if (sentence === false || !only((shown) => of(shown) === name)) return [];
    const tone = tones[name] ?? '';
    return [html`<p class="warnings ${tone}" data-${fact}="${name}">${say(sentence)}</p>`];
  });

function row({ path, label, kind }: (typeof members)[number], reader: Reader, shown?: Genuine): Html | false {
  const value = shown === undefined ? '' : valueAt(shown.receipt, path);
  if (value === undefined || value === null) return false;
  const told = () => {
    if (kind === 'time' && typeof value === 'number') return reader.time(value);
    return kind === 'party' ? partyLine(value) : String(value);
  };
  const cell = shown === undefined ? html`<dd data-path="${path}" data-kind="${kind}"></dd>` : html`<dd>${told()}</dd>`;
  return html`<div><dt>${reader.say(label)}</dt>${cell}</div>`;
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
  no_keys: {
    heading: 'The keys of this service could not be read.',
    help: 'Nothing is known about the receipt. Try again in a minute.',
  },
} as const satisfies Record<string, { readonly heading: PlainSentence; readonly help: PlainSentence }>;

export type VerifyFailure = keyof typeof failures;

export const failureKinds = Object.keys(failures) as VerifyFailure[];

export const failureVerdict = (
  kind: VerifyFailure,
  { say }: Reader,
): Html => html`<p class="status failed">${say('Not verified')}</p>
<h2 tabindex="-1">${say(failures[kind].heading)}</h2>
<p class="lead">${say(failures[kind].help)}</p>`;

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
  member('return_receipt.signed_at', 'Signed, as the carrier says', 'time'),
  member('return_receipt.signature_sha256', 'Signature (SHA-256)'),
  member('times.ended_at', 'Ended', 'time'),
  member('partner_id_hash', 'Order at our partner (keyed hash)'),
  member('tracking_number', 'Tracking number'),
  member('content_hash', 'Content (SHA-256)'),
  member('document_sha256', 'Printed PDF (SHA-256)'),
  member('instruction_sha256', 'Check order (SHA-256)'),
];
