/** The page behind the address on a letter's last page: for its recipient, and for whoever else holds the paper. */
import { script } from '#scripts/mark';
import { writtenCode } from '../../core/given/verify-mark.ts';
import { type Html, html } from '../html.ts';
import { messagePage } from '../message.ts';
import { type Page, page } from '../page.ts';
import type { PlainSentence, Reader } from '../reader.ts';

export interface MarkPageView {
  readonly code: string;
  readonly sender: string;
  /** Unix ms. */
  readonly mailedAt: number;
  readonly pages: number;
  readonly document?: keyof typeof verdicts | undefined;
}

const verdicts = {
  printed: { tone: 'paid', label: 'Unchanged', says: 'This is the very PDF that was printed, byte for byte.' },
  content: {
    tone: 'paid',
    label: 'Unchanged',
    says: 'This is the file that the sender gave, byte for byte. The printed pages have the address for you in addition.',
  },
  other: {
    tone: 'failed',
    label: 'Another file',
    says: 'This is not the PDF that was printed. Not one byte may differ: also the same text, saved anew, is another file.',
  },
} as const satisfies Record<
  string,
  { readonly tone: string; readonly label: PlainSentence; readonly says: PlainSentence }
>;

const kinds = Object.keys(verdicts) as (keyof typeof verdicts)[];

const verdict = (kind: keyof typeof verdicts, { say }: Reader): Html =>
  html`<p class="status ${verdicts[kind].tone}">${say(verdicts[kind].label)}</p>
<h2 tabindex="-1">${say(verdicts[kind].says)}</h2>`;

export function markPage({ code, sender, mailedAt, pages, document }: MarkPageView, reader: Reader): Page {
  const { say } = reader;
  const fact = (label: PlainSentence, value: Html | string | number) =>
    html`<div><dt>${say(label)}</dt><dd>${value}</dd></div>`;
  const title = say('A letter with this code was mailed');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('This service printed and mailed it. Compare the paper in your hands:')}</p>
<dl class="facts">${[
    fact('Sender', html`<bdi>${sender}</bdi>`),
    fact('Mailed on', reader.day(mailedAt)),
    fact('Number of pages', pages),
    fact('Code', writtenCode(code)),
  ]}</dl>
<ul class="limits">
<li>${say('The sender typed this name. This service has not checked who that is.')}</li>
<li>${say('Codes can be copied: if the name, the day or the number of pages differ, the paper is another letter.')}</li>
<li>${say('The words on the paper were not compared with anything.')}</li>
</ul>
<section>
<h2>${say('Have you got it as a PDF, too?')}</h2>
<div class="result" id="result" role="status">${document !== undefined && verdict(document, reader)}</div>
<form class="fields" id="compare" method="post" enctype="multipart/form-data" action="/v1/v/${writtenCode(code)}">
<div class="field">
<label for="document">${say('The PDF')}</label>
<p id="document-hint">${say('Find out whether it is unchanged. You can drop it here.')}</p>
<input type="file" id="document" name="document" accept=".pdf,application/pdf" required aria-describedby="document-hint">
</div>
<button class="button">${say('Compare')}</button>
<p id="sent">${say('The file is sent to this service, compared and not kept. It may have 4 MB.')}</p>
<p id="here" hidden>${say('Your file stays with you: only its fingerprint (SHA-256) is sent, and not kept.')}</p>
</form>
</section>
${kinds.map((kind) => html`<template id="verdict-${kind}">${verdict(kind, reader)}</template>\n`)}
<template id="verdict-none"><p class="message failing" role="alert">${say('Nothing was compared. Try again in a few minutes.')}</p></template>`;
  return page({ title, body, formAction: true, style: markStyle, script }, reader);
}

/** The same for every code that answers nothing: it does not tell one that nobody has from one that is not mailed. */
export const unknownMarkPage = (reader: Reader): Page =>
  messagePage(
    {
      title: reader.say('No mailed letter has this code'),
      message: reader.say('Do not rely on the paper before it has answered here.'),
      causes: [
        reader.say('The address was not typed as it is printed: the code has ten letters and digits.'),
        reader.say('The letter was mailed a moment ago: try again tomorrow.'),
        reader.say('The letter is older than 400 days, or did not come from this service.'),
      ],
    },
    reader,
  );

const markStyle = html`
.field input[type=file] { padding: .625rem .75rem; }
.facts { margin-top: 1rem; }
.facts dt { flex-basis: 10rem; }
.facts dd { min-width: 0; overflow-wrap: anywhere; }
.limits { margin-top: 1rem; font-size: .875rem; color: var(--soft); }
.result h2 { font-size: 1.125rem; line-height: 1.35; color: var(--ink); }
.result h2:focus-visible { outline: none; }
#sent, #here { font-size: .875rem; color: var(--soft); text-align: center; }
`;
