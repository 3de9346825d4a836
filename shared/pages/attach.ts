/** The page for attaching a file: its form posts directly to the store, with or without a script. */
import { isId } from '../domain/ids.ts';
import { docSuffix, maxFileBytes } from '../domain/input/content.ts';
import { attachPage, type Upload, uploadKey, uploadTypes } from '../domain/input/upload.ts';
import { notFound } from '../domain/refusal.ts';
import type { Deps } from '../orders/deps.ts';
import { attachScript } from './built-scripts.ts';
import { hiddenFields, html } from './html.ts';
import { wordSteps } from './message.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export type AttachView = Awaited<ReturnType<typeof showAttachPage>>;

export function attachFilePage(view: AttachView, reader: Reader): Page {
  const { say } = reader;
  if (view.state === 'open') return formPage(view, reader);
  const title = say(view.state === 'expired' ? 'This page has expired' : 'Your file is attached');
  const leads = {
    attached: 'You can close this page and continue where you left off. Nothing is ordered yet.',
    quoted: 'It already has a quote. To send another file, go back to where you got this link and ask for a new link.',
    expired: 'You had an hour to attach a file here. Go back to where you got this link and ask for a new link.',
  } as const;
  const body = html`<h1>${title}</h1>
<p class="lead">${say(leads[view.state])}</p>
${view.state === 'attached' && html`<p class="actions"><a class="text-link" href="${view.path}">${say('Attach another file instead')}</a></p>`}`;
  return page({ title, body }, reader);
}

function formPage(
  { form, scriptForm, next, types, back }: Extract<AttachView, { state: 'open' }>,
  reader: Reader,
): Page {
  const { say } = reader;
  const title = say('Attach your file here');
  const megabytes = maxFileBytes / 1_000_000;
  const hint = types.some((type) => type !== 'application/pdf')
    ? say('A PDF or a photo of a page (JPEG, PNG), up to {megabytes} MB.', { megabytes })
    : say('A PDF with pages of 8.5 × 11 inches, up to {megabytes} MB.', { megabytes });
  // Some systems recognize a file only by its extension.
  const accept = types.flatMap((type) => (type === 'application/pdf' ? [type, '.pdf'] : [type])).join();
  const body = html`<h1>${title}</h1>
<p class="lead">${say('We send it only if you pay for it. Otherwise we delete it after a day.')}</p>
<form class="fields" id="attach" method="post" enctype="multipart/form-data" action="${form.url}"
  data-next="${next}" data-policy="${scriptForm.fields.policy}" data-signature="${scriptForm.fields['x-amz-signature']}"
  data-max-bytes="${maxFileBytes}" data-sending="${say('We’re sending your file.')}"
  data-empty="${say('This file is empty. Choose another one.')}"
  data-large="${say('This file is larger than {megabytes} MB. Choose a smaller one.', { megabytes })}"
  data-word-file-pattern="${docSuffix.source}"
  data-word-file-message="${say('This is a Word file. Please save it as a PDF first:')}"
  data-failed="${say('Your file didn’t arrive. Try again, or reload this page.')}">
${/* The store ignores fields after the file. */ hiddenFields(form.fields)}
<div class="field">
<label for="file">${say('Your file')}</label>
<p id="file-hint">${hint}</p>
<input type="file" id="file" name="file" accept="${accept}" required aria-describedby="file-hint">
</div>
<progress id="sending" max="1" value="0" aria-labelledby="upload-status" hidden></progress>
<p id="upload-status" role="status"></p>
<details id="word-file-help">
<summary>${say('Is it a Word file?')}</summary>
${wordSteps(reader)}
</details>
${back === undefined && html`<p class="warnings">${say('The person who gave you this link can read the file. Attach it only if you requested this page.')}</p>`}
<button class="button">${say('Attach the file')}</button>
</form>
${back !== undefined && html`<p class="actions"><a class="text-link" href="${back.path}">${say(back.product === 'fax' ? 'Back to your fax' : 'Back to your letter')}</a></p>`}`;
  return page(
    {
      title,
      body,
      hasForm: true,
      store: new URL(form.url).origin,
      style: html`
#sending { display: block; width: 100%; height: .75rem; accent-color: var(--blue); }
#sending[hidden], #upload-status:empty { display: none; }
.button:disabled { opacity: .6; cursor: default; }
`,
      script: attachScript(),
    },
    reader,
  );
}

export async function findUpload({ clock, uploads }: Deps, id: string): Promise<Upload> {
  const upload = isId('upload', id) ? await uploads.get(id) : undefined;
  if (upload === undefined || upload.keepUntil <= clock.now()) throw notFound();
  return upload;
}

/**
 * The page's view. `hasArrived`: the upload has led the browser here. In the result, `form` redirects back to
 * this page, and `scriptForm` doesn't redirect: the script opens `next` itself. `back` is the order form that the person came
 * from. Once the file has been quoted, it can't be replaced.
 */
export async function showAttachPage(
  { clock, documents }: Deps,
  upload: Upload,
  { baseUrl, hasArrived }: { readonly baseUrl: string; readonly hasArrived: boolean },
) {
  const { id, promised, expiresAt, quotedSha256, continuesWith } = upload;
  if (quotedSha256 !== undefined) return { state: 'quoted' } as const;
  const next = attachPage(baseUrl, id);
  const path = new URL(next).pathname;
  if (hasArrived) return { state: 'attached', path } as const;
  const seconds = Math.floor((expiresAt - clock.now()) / 1_000);
  if (seconds <= 0) return { state: 'expired' } as const;
  const { size, type } = promised ?? {};
  // Without a promised type, any type is accepted: the quote detects it from the bytes.
  const terms = { type: type ?? 'application/octet-stream', minBytes: size ?? 1, maxBytes: size ?? maxFileBytes };
  return {
    state: 'open' as const,
    form: await documents.storeForm(uploadKey(id), { ...terms, next }, seconds),
    scriptForm: await documents.storeForm(uploadKey(id), terms, seconds),
    // The store's own redirect adds the file's etag here. Any value shows that the file has arrived.
    next: `${path}?etag=sent`,
    types: type === undefined ? uploadTypes : ([type] as const),
    back: continuesWith && {
      product: continuesWith,
      path: `${new URL(baseUrl).pathname}/new/${continuesWith}?back=${id}`,
    },
  };
}
