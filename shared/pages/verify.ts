/** The page for verifying a receipt: a form, and the verdict on a submitted receipt. */
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { PlainSentence, Reader } from './reader.ts';
import { receiptEvidence, receiptTimes } from './receipt/parts.ts';
import type { GenuineVerdict, Verdict } from './verify/verifier.ts';

export interface VerifyView {
  readonly action: string;
  readonly verdict?: Verdict;
  /** Why nothing was verified. The sentence doesn't repeat what was sent. */
  readonly problem?: string;
}

export function verifyPage({ action, verdict, problem }: VerifyView, reader: Reader): Page {
  const { say } = reader;
  const title = say('Verify a receipt');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('Find out whether a receipt is genuine, and whether a document is the one that was sent.')}</p>
<div class="result" role="status">${problem !== undefined && html`<p class="message failing" role="alert">${reader.translate(problem)}</p>`}${verdict !== undefined && verdictOn(verdict, reader)}</div>
${form(action, reader)}`;
  return page({ title, body, hasForm: true, style: verifyStyle }, reader);
}

const form = (
  action: string,
  { say }: Reader,
): Html => html`<form class="fields" method="post" enctype="multipart/form-data" action="${action}">
<div class="field">
<label for="receipt_file">${say('Receipt file')}</label>
<p id="file-hint">${say('The PDF or JSON file, unchanged.')}</p>
<input type="file" id="receipt_file" name="receipt_file" accept=".pdf,.json,.txt,.jws,application/pdf,application/json" aria-describedby="file-hint">
</div>
<div class="field">
<label for="receipt">${say('Or paste its text')}</label>
<p id="text-hint">${say('The JSON, just the signature, or the link from the QR code.')}</p>
<textarea id="receipt" name="receipt" rows="4" autocomplete="off" spellcheck="false" aria-describedby="text-hint"></textarea>
</div>
<div class="field">
<label for="document">${say('Document (optional)')}</label>
<p id="document-hint">${say('The PDF that was sent, or a file with the text or HTML of the order.')}</p>
<input type="file" id="document" name="document" aria-describedby="document-hint">
</div>
<button class="button">${say('Verify')}</button>
<p class="sent">${say('We verify the files and don’t keep them. They can be up to 4 MB in total.')}</p>
</form>`;

const verifyStyle = html`
.field textarea { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
.result:not(:empty) { margin-top: 2rem; }
.result h2 { font-size: 1.25rem; line-height: 1.35; color: var(--ink); }
.result h3 { margin-bottom: .5rem; font-size: .875rem; color: var(--soft); }
.result p.warnings { margin-top: 1rem; }
.result .warnings.sound { border-color: var(--green); }
.result .warnings.failing { border-color: var(--red); font-weight: 600; }
.result .facts dt { flex-basis: 10rem; }
.result dd { min-width: 0; overflow-wrap: anywhere; }
.signed { margin-top: 1.5rem; font-size: .875rem; color: var(--soft); }
.sent { font-size: .875rem; color: var(--soft); text-align: center; }
`;

/** The verdict on the text around the signature. */
const textVerdicts = {
  same: { tone: 'paid', label: 'Genuine', says: 'We issued this receipt, and it hasn’t been changed.' },
  nothing: { tone: 'paid', label: 'Genuine', says: 'We signed the information below.' },
  // Not green, because anything may be written around a genuine signature.
  not_compared: {
    tone: 'open',
    label: 'Genuine signature',
    says: 'We signed the information below. We didn’t compare the rest of your file with it.',
  },
  differs: {
    tone: 'failed',
    label: 'Changed',
    says: 'The text around the signature was changed. Only what follows was signed.',
  },
} as const satisfies Record<
  GenuineVerdict['surroundingText'],
  { readonly tone: string; readonly label: PlainSentence; readonly says: PlainSentence }
>;

const documentVerdicts = {
  printed: { tone: 'sound', says: 'The document is the exact PDF that our partner received.' },
  content: { tone: 'sound', says: 'The document is the content that was sent with the order, byte for byte.' },
  other: {
    tone: 'failing',
    says: 'This is a different document. Every byte must match the PDF or the content that was sent.',
  },
  no_hash: { tone: '', says: 'This receipt has no document hash, so we couldn’t compare your document with it.' },
  none_given: {
    tone: '',
    says: 'We didn’t compare a document. Add the PDF to find out whether it’s the one that was sent.',
  },
} as const satisfies Record<GenuineVerdict['document'], { readonly tone: string; readonly says: PlainSentence }>;

const statements: Readonly<Record<string, PlainSentence>> = {
  awaiting_payment: 'When we issued it, the order hadn’t been paid.',
  paid: 'When we issued it, the order had been paid, but our partner hadn’t confirmed it yet.',
  with_partner:
    'When we issued it, the order had been paid and our partner had accepted it. Nothing had been sent yet.',
  mailed: 'When we issued it, the order had been paid and had left the print facility.',
  sent: 'When we issued it, the order had been paid and the fax had been sent.',
  cancelled: 'When we issued it, the order was canceled. Nothing had been sent.',
  failed: 'When we issued it, the order had failed. Nothing more was sent.',
};

function verdictOn(verdict: Verdict, reader: Reader): Html {
  const { say } = reader;
  if (verdict.kind === 'genuine') return genuineVerdict(verdict, reader);
  const failures = {
    altered: {
      heading: 'This receipt isn’t genuine: it was changed after we signed it.',
      help: 'Don’t rely on it. Ask the person who gave it to you for the original file.',
    },
    unknown_key: {
      heading: 'We didn’t sign this receipt.',
      help: 'It names a key that we don’t publish. It may come from another service.',
    },
    no_receipt: {
      heading: 'We found no receipt in what you sent.',
      help: 'A PDF loses its signature when it’s printed or saved again. Use the original file, or scan the QR code on it.',
    },
  } as const;
  const { heading, help } = failures[verdict.kind];
  return html`<p class="status failed">${say(verdict.kind === 'altered' ? 'Not genuine' : 'Not verified')}</p>
<h2>${say(heading)}</h2>
<p class="lead">${say(help)}</p>`;
}

/** The verdict on a genuine receipt: what we signed, and what that proves. */
function genuineVerdict({ receipt, keyId, surroundingText, document }: GenuineVerdict, reader: Reader): Html {
  const { say } = reader;
  const { tone, label, says } = textVerdicts[surroundingText];
  const compared = documentVerdicts[document];
  const statement = statements[String(receipt.status)];
  const times: Readonly<Record<string, unknown>> = { ...(receipt.times ?? {}) };
  // The page lists when an order ended under its status, such as `cancelled_at`.
  const values = { ...receipt, [`${receipt.status}_at`]: times.ended_at, ...times };
  return html`<p class="status ${tone}">${say(label)}</p>
<h2>${say(says)}</h2>
${receipt.payment_mode === 'mock' && html`<p class="warnings">${say('It’s a test receipt: nothing was charged, mailed or faxed.')}</p>`}
${statement !== undefined && html`<p class="lead">${say(statement)}</p>`}
<p class="warnings ${compared.tone}">${say(compared.says)}</p>
<section>
<h3>${say('This is what we signed. Compare it with your receipt.')}</h3>
<dl class="facts">${fields.map((field) => row(field, values, reader)).filter((line) => line !== false)}</dl>
</section>
<section>
<h3>${say('What it proves and what it doesn’t')}</h3>
<ul>
<li>${say('It proves that we wrote exactly this when we issued it.')}</li>
<li>${say('It proves which document and which content the order had, by their hashes.')}</li>
<li>${say('It doesn’t prove that anything was delivered or read, that a check was cashed, or who paid.')}</li>
<li>${say('It says nothing about what has happened since it was issued.')}</li>
</ul>
</section>
<p class="signed">${say('Signed with the key')} <code>${keyId}</code></p>`;
}

function row(
  [name, label, kind]: (typeof fields)[number],
  values: Readonly<Record<string, unknown>>,
  reader: Reader,
): Html | false {
  const value = values[name];
  if (value === undefined || value === null) return false;
  const written = () => {
    if (kind === 'time' && typeof value === 'number') return reader.time(value);
    if (kind === 'mail')
      return value === true
        ? reader.say('Certified Mail (US) or Registered Mail (Canada)')
        : reader.translate('Standard mail, without tracking');
    if (kind === 'party') return partyLine(value);
    const cents = values[`${name}_cents`];
    const currency = values[name === 'check_amount' ? 'check_currency' : 'currency'] === 'CAD' ? 'CAD' : 'USD';
    return typeof cents === 'number' ? reader.money(cents, currency) : reader.translate(String(value));
  };
  // Without the word joiner, a line could break after the hyphen.
  return html`<div><dt>${reader.say(label).replace('SHA-', 'SHA-\u2060')}</dt><dd>${written()}</dd></div>`;
}

/** Name, company and address on one line. */
function partyLine(party: unknown): string {
  if (typeof party !== 'object' || party === null) return '';
  const { firstName, lastName, ...rest } = party as Readonly<Record<string, unknown>>;
  const joined = (words: readonly unknown[], separator = ' ') => words.filter(Boolean).join(separator);
  const line = joined([joined([firstName, lastName]), ...Object.values(rest)], ', ');
  return line.replace(`${rest.provinceOrState}, ${rest.postalOrZip}`, (region) => region.replace(', ', '\u00A0'));
}

/** The signed fields that the page lists, from the receipt itself or its `times`. */
const fields: readonly (readonly [name: string, label: PlainSentence, kind?: 'party' | 'mail' | 'time'])[] = [
  ['receipt_id', 'Receipt number'],
  ['issued_at', 'As of', 'time'],
  ['to', 'To', 'party'],
  ['from', 'From', 'party'],
  ['registered', 'Mail class', 'mail'],
  ['fax_number', 'Fax number'],
  ['pages', 'Number of pages'],
  ['check_amount', 'Check amount'],
  ['check_number', 'Check number'],
  ['amount', 'Price'],
  ['tax_label', 'Tax'],
  ['total', 'Total'],
  ['currency', 'Currency'],
  ...Object.entries(receiptTimes).map(([name, label]) => [name, label, 'time'] as const),
  ...Object.entries(receiptEvidence).map(([name, label]) => [name, label] as const),
];
