/** The page that verifies a receipt: by a script in the browser, or by a plain form where no script runs. */
import { script } from '#scripts/verify';
import type { PublicKey } from '../core/receipt/verifier.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';
import { failureKinds, failureVerdict, type Genuine, genuine, type VerifyFailure } from './verify/verdict.ts';

export interface VerifyView {
  /** The path to which the form is posted. */
  readonly action: string;
  /** The path of the service's public keys. */
  readonly keys: string;
  /** The keys themselves, for a page that was saved. */
  readonly known: readonly PublicKey[];
  readonly verdict?: ({ readonly kind: 'genuine' } & Genuine) | { readonly kind: VerifyFailure } | undefined;
  /** It is to be kept as a file, so its script stands in it. */
  readonly isSaved?: boolean;
  /** A sentence on why nothing was verified. It repeats nothing of what was sent. */
  readonly problem?: string | undefined;
}

export function verifyPage(view: VerifyView, reader: Reader): Page {
  const { say } = reader;
  const title = say('Verify a receipt');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('Find out whether a receipt is genuine, and whether a document is the one that was sent.')}</p>
<div class="result" id="result" role="status">${resultOf(view, reader)}</div>
${form(view, reader)}
<template id="verdict-genuine">${genuine(reader)}</template>
${failureKinds.map((kind) => html`<template id="verdict-${kind}">${failureVerdict(kind, reader)}</template>\n`)}`;
  // Receipts of tests say so themselves, and those of real orders are verified here too.
  const parts = { title, body, formAction: true, style: verifyStyle, script };
  return page(view.isSaved ? parts : { ...parts, beside: { kind: 'script', path: view.action } }, reader);
}

function resultOf({ verdict, problem }: VerifyView, reader: Reader): Html | false {
  if (problem !== undefined) return html`<p class="message failing" role="alert">${reader.sayKnown(problem)}</p>`;
  if (verdict === undefined) return false;
  return verdict.kind === 'genuine' ? genuine(reader, verdict) : failureVerdict(verdict.kind, reader);
}

function form({ action, keys, known, isSaved }: VerifyView, { say }: Reader): Html {
  return html`<form class="fields" id="verify" method="post" enctype="multipart/form-data" action="${action}" data-keys="${keys}" data-known="${JSON.stringify(known)}">
<div class="field">
<label for="receipt_file">${say('The receipt as a file')}</label>
<p id="file-hint">${say('The PDF or the JSON, as you got it. You can drop it here.')}</p>
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
<p id="sent">${say('The files are sent to this service, verified and not kept. Together they may have 4 MB.')}</p>
<p id="here" hidden>${say('Your browser verifies by itself: nothing is sent to anybody.')}</p>
<p id="saved">${!isSaved && html`<a href="${`${action}?saved=yes`}" download="verify.html">${say('Save this page')}</a> `}${say('Saved as a file, this page verifies without this service, too, by the keys of the day on which you saved it.')}</p>
<noscript><p>${say('If you scanned a code: paste the whole address of this page into the field for text.')}</p></noscript>
</form>`;
}

const verifyStyle = html`
.field textarea {
  display: block; width: 100%; margin-top: .375rem; padding: .5rem .75rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: none; color: inherit; font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace;
}
.field input[type=file] { padding: .625rem .75rem; }
.result:not(:empty) { margin-top: 2rem; }
.result h2 { font-size: 1.25rem; line-height: 1.35; color: var(--ink); }
.result h2:focus-visible { outline: none; }
.result h3 { margin-bottom: .5rem; font-size: .875rem; color: var(--soft); }
.result p.warnings { margin-top: 1rem; }
.result .warnings.sound { border-color: var(--green); }
.result .warnings.failing { border-color: var(--red); font-weight: 600; }
.result .facts dt { flex-basis: 10rem; }
.result dd { min-width: 0; overflow-wrap: anywhere; }
.signed { margin-top: 1.5rem; font-size: .875rem; color: var(--soft); }
#sent, #here, #saved, #verify noscript p { font-size: .875rem; color: var(--soft); text-align: center; }
`;
