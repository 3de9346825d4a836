/** The first pages of a file of evidence, in the reader's language: what is proved by whom, and a draft for the sender. */

import { partyLine } from '../party-line.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import { momentIn } from '../time.ts';
import type { ReceiptView } from './parts.ts';
import { receiptSheet } from './sheet.ts';

/** The file holds these beside the receipt, as they are. */
interface Gathered {
  readonly view: ReceiptView;
  readonly document?: Uint8Array | undefined;
  /** The files whose pages stand at the end. */
  readonly shown: readonly (keyof typeof frames)[];
  readonly isTooLarge: boolean;
  readonly signature?: Uint8Array | undefined;
}

const frames = {
  document: 'A page of the document: its sender’s words.',
  signature: 'A page of the carrier’s file with the signature.',
} as const satisfies Record<string, PlainSentence>;

export function evidenceSheet(gathered: Gathered, reader: Reader) {
  const { view } = gathered;
  const { say } = reader;
  const section = (heading: PlainSentence, ...paragraphs: readonly string[]) => ({ heading: say(heading), paragraphs });
  return {
    receipt: receiptSheet(view, reader),
    title: `${say('Evidence of an order')} ${view.orderNumber}`,
    lead: say('This file shows what was ordered and what happened to it, and who says so.'),
    sections: [
      section(
        'What this service says',
        say(
          'The receipt on the next page is signed. The signature shows that this service wrote exactly this, and which document and content the order had, by their SHA-256.',
        ),
      ),
      section('The document', ...documentWords(gathered).map((sentence) => say(sentence))),
      ...(view.receipt.service === 'fax' ? [] : [section('What the carrier says', ...carrierWords(gathered, reader))]),
      section(
        'What is not proved',
        say(
          'That anybody read it. Who paid. That it was delivered, unless the carrier says so. What has happened since this file was made.',
        ),
      ),
      section(
        'How to verify it',
        say(
          'Drop this file at {address}. It tells each of these facts by itself, and a saved copy of that page works without this service.',
          { address: view.verifyUrl },
        ),
      ),
    ],
    draft: draftOf(view, reader),
    frames: gathered.shown.map((name) => say(frames[name])),
  };
}

const pagesWords = (isShown: boolean): PlainSentence =>
  isShown
    ? 'Its pages stand at the end, each in a frame.'
    : 'Its pages are too many, large or slow to be shown: open the attachment.';

function documentWords({ document, isTooLarge, shown, view }: Gathered): readonly PlainSentence[] {
  if (document !== undefined)
    return [
      view.receipt.partner_id_hash === null
        ? 'It is attached as document.pdf, byte for byte as it was ordered.'
        : 'It is attached as document.pdf, byte for byte as our partner was given it.',
      pagesWords(shown.includes('document')),
    ];
  if (isTooLarge)
    return ['It is too large for this file: save it from the page of the order. The receipt has its SHA-256.'];
  return [
    view.receipt.document_sha256 === undefined
      ? 'This order has no document of its own.'
      : 'This service does not keep it any more. Whoever has it can compare its SHA-256 with the receipt.',
  ];
}

const signatures = {
  ordered: 'The carrier has not told of a signature yet.',
  signed: 'The carrier tells of a signature.',
  none_obtained: 'Nobody has signed for it. Nothing is refunded for that.',
} as const satisfies Record<string, PlainSentence>;

interface ToldSignature {
  readonly status: keyof typeof signatures;
  readonly signed_at?: number;
}

function carrierWords({ view, signature, shown }: Gathered, { say, language }: Reader): readonly string[] {
  const told = view.receipt.return_receipt as ToldSignature | undefined;
  return [
    say(
      'Scans and signatures are the carrier’s word, as our partner told it to this service. A scan is no proof of delivery.',
    ),
    ...(told === undefined ? [] : [say(signatures[told.status])]),
    ...(told?.signed_at === undefined ? [] : [say('Signed {time}.', { time: momentIn(language, told.signed_at) })]),
    ...(signature === undefined
      ? []
      : [
          say('The carrier’s file with the signature is attached as signature.pdf.'),
          say(pagesWords(shown.includes('signature'))),
        ]),
  ];
}

/** An order that has not left has none: it would declare what was not done. */
function draftOf({ receipt, orderNumber }: ReceiptView, { language, say }: Reader) {
  const left = receipt.times.mailed_at ?? receipt.times.sent_at;
  const hash = receipt.document_sha256;
  if (left === undefined || hash === undefined) return undefined;
  const to = partyLine(receipt.to) || String(receipt.fax_number ?? '');
  return {
    title: say('Draft of a declaration of service'),
    notice: say('A draft for the sender to read, to correct and to sign. It is no form of any court or authority.'),
    paragraphs: [
      say('I, ____________________, had the document named below sent by order {number}.', { number: orderNumber }),
      say('It was addressed to: {recipient}', { recipient: to }),
      say('This service was told that it left on: {day}', { day: momentIn(language, left) }),
      ...(receipt.pages === undefined ? [] : [say('Number of pages: {count}', { count: Number(receipt.pages) })]),
      say('SHA-256 of the document: {hash}', { hash }),
      say('I have compared the document with the one that I meant to send.'),
    ],
    lines: [say('Date'), say('Name'), say('Signature')],
  };
}
