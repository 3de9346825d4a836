/** The page on which a person attaches a file: a form that goes straight to the store, with or without script. */

import { mostFileBytes, saveAsPdf, wordName } from '../domain/given/content.ts';
import type { UploadType } from '../domain/given/upload.ts';
import type { StoreForm } from '../storage/documents.ts';
import { attachScript } from './built-scripts.ts';
import { hiddenFields, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export type AttachView =
  | {
      readonly state: 'open';
      /** Leads back to this page. */
      readonly form: StoreForm;
      /** The same form for the script, which finds its way back by itself. */
      readonly quiet: StoreForm;
      /** The path to which both lead. */
      readonly next: string;
      readonly types: readonly UploadType[];
    }
  /** `again`: the path of the form, as long as another file may take the place of this one. */
  | { readonly state: 'arrived'; readonly again: string }
  /** A price was asked for the file, so no other takes its place. */
  | { readonly state: 'read' }
  | { readonly state: 'late' };

export function attachFilePage(view: AttachView, reader: Reader): Page {
  const { say } = reader;
  if (view.state === 'open') return formPage(view, reader);
  const title = say(view.state === 'late' ? 'This page is no longer open' : 'Your file is attached');
  const body = html`${view.state !== 'late' && html`<p class="status paid">${say('Attached')}</p>`}
<h1>${title}</h1>
<p class="lead">${wordsOf(view, reader)}</p>
${view.state === 'arrived' && html`<p class="actions"><a class="way" href="${view.again}">${say('Attach another file instead')}</a></p>`}`;
  return page({ title, body }, reader);
}

function wordsOf({ state }: Exclude<AttachView, { state: 'open' }>, { say }: Reader): string {
  switch (state) {
    case 'arrived':
      return say('You can close this page, and go on where you came from. Nothing is ordered yet.');
    case 'read':
      return say('A price was already asked for it. To send another file, ask for a new page where you came from.');
    case 'late':
      return say('A file could be attached here for an hour. Ask for a new page where you came from.');
  }
}

const megabytes = mostFileBytes / 1_000_000;

function formPage({ form, quiet, next, types }: Extract<AttachView, { state: 'open' }>, reader: Reader): Page {
  const { say, sayKnown } = reader;
  const title = say('Attach your file here');
  // Some systems know a file by its ending only.
  const accept = types.flatMap((type) => (type === 'application/pdf' ? [type, '.pdf'] : [type])).join();
  const body = html`<h1>${title}</h1>
<p class="lead">${say('It is printed or faxed only if you pay for it. Otherwise it is removed after a day.')}</p>
<form class="fields" id="attach" method="post" enctype="multipart/form-data" action="${form.url}"
  data-next="${next}" data-policy="${quiet.fields.policy}" data-signature="${quiet.fields['x-amz-signature']}"
  data-most="${mostFileBytes}" data-sending="${say('Your file is being sent.')}"
  data-empty="${say('This file is empty. Choose another one.')}"
  data-large="${say('This file has more than {megabytes} MB. Choose a smaller one.', { megabytes })}"
  data-word-name="${wordName.source}" data-word="${sayKnown(saveAsPdf)}"
  data-failed="${say('Your file did not arrive. Try again, or load this page again.')}">
${/* The store reads no field behind the file. */ hiddenFields(form.fields)}
<div class="field">
<label for="file">${say('Your file')}</label>
<p id="file-hint">${hint(types, reader)}</p>
<input type="file" id="file" name="file" accept="${accept}" required aria-describedby="file-hint">
</div>
<progress id="sending" max="1" value="0" aria-labelledby="said" hidden></progress>
<p id="said" role="status"></p>
<p class="warnings">${say('Whoever gave you this link can read the file. Attach it only if you asked for this page.')}</p>
<button class="button">${say('Attach the file')}</button>
</form>`;
  return page(
    { title, body, formAction: true, store: new URL(form.url).origin, style, script: attachScript() },
    reader,
  );
}

const hint = (types: readonly UploadType[], { say }: Reader): string =>
  types.some((type) => type !== 'application/pdf')
    ? say('A PDF, or a photograph of a page (JPEG, PNG), of at most {megabytes} MB.', { megabytes })
    : say('A PDF with pages of 8.5 × 11 inches, of at most {megabytes} MB.', { megabytes });

const style = html`
.field input[type=file] { padding: .625rem .75rem; }
#sending { display: block; width: 100%; height: .75rem; accent-color: var(--blue); }
#sending[hidden], #said:empty { display: none; }
.button:disabled { opacity: .6; cursor: default; }
`;
