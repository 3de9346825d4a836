/** The page that verifies receipts: a form, and the verdict on what was given. */

import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';
import { verdictOn } from './verify/verdict.ts';
import type { Verdict } from './verify/verifier.ts';

export interface VerifyView {
  /** The path to which the form is posted. */
  readonly action: string;
  readonly verdict?: Verdict;
  /** A sentence on why nothing was verified. It repeats nothing of what was sent. */
  readonly problem?: string;
}

export function verifyPage({ action, verdict, problem }: VerifyView, reader: Reader): Page {
  const { say } = reader;
  const title = say('Verify a receipt');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('Find out whether a receipt is genuine, and whether a document is the one that was sent.')}</p>
<div class="result" role="status">${problem !== undefined && html`<p class="message failing" role="alert">${reader.sayKnown(problem)}</p>`}${verdict !== undefined && verdictOn(verdict, reader)}</div>
${form(action, reader)}`;
  // Receipts of tests say so themselves, and those of real orders are verified here too.
  return page({ title, body, formAction: true, style: verifyStyle }, reader);
}

const form = (
  action: string,
  { say }: Reader,
): Html => html`<form class="fields" method="post" enctype="multipart/form-data" action="${action}">
<div class="field">
<label for="receipt_file">${say('The receipt as a file')}</label>
<p id="file-hint">${say('The PDF or the JSON, as you got it.')}</p>
<input type="file" id="receipt_file" name="receipt_file" accept=".pdf,.json,.txt,.jws,application/pdf,application/json" aria-describedby="file-hint">
</div>
<div class="field">
<label for="receipt">${say('Or its text')}</label>
<p id="text-hint">${say('The JSON, the signature alone, or the address behind the code.')}</p>
<textarea id="receipt" name="receipt" rows="4" autocomplete="off" spellcheck="false" aria-describedby="text-hint"></textarea>
</div>
<div class="field">
<label for="document">${say('The document, if you like')}</label>
<p id="document-hint">${say('The PDF that was sent, or the text or HTML of the order as a file.')}</p>
<input type="file" id="document" name="document" aria-describedby="document-hint">
</div>
<button class="button">${say('Verify')}</button>
<p class="sent">${say('The files are sent to this service, verified and not kept. Together they may have 4 MB.')}</p>
</form>`;

const verifyStyle = html`
.field textarea {
  display: block; width: 100%; margin-top: .375rem; padding: .5rem .75rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: none; color: inherit; font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace;
}
.field input[type=file] { padding: .625rem .75rem; }
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
