/** The page behind the link "No more e-mails": a question, and what became of it. */
import { type Html, html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';

export interface StopView {
  /** Masked. */
  readonly address: string;
  readonly silencedBy: 'asked' | 'bounced' | 'complained' | undefined;
}

export function stopPage(view: StopView, reader: Reader): Page {
  const { say } = reader;
  const isStopped = view.silencedBy !== undefined;
  const title = isStopped ? say('The e-mails are stopped') : say('Stop all e-mails?');
  const body = html`<h1>${title}</h1>
${isStopped ? stopped(view, reader) : question(view, reader)}`;
  return page({ title, body, formAction: view.silencedBy === undefined || view.silencedBy === 'asked' }, reader);
}

/** Lines never end within it. */
const shown = (address: string): string => address.replace('…', '…\u2060');

const question = ({ address }: StopView, { say }: Reader): Html =>
  html`<p class="lead">${say('If you press the button, no e-mail about any order goes to {address} any more.', { address: shown(address) })} ${say('The orders themselves go on.')}</p>
<form method="post">
<p class="actions"><button class="button">${say('Stop the e-mails')}</button></p>
</form>`;

function stopped({ address, silencedBy }: StopView, { say }: Reader): Html {
  if (silencedBy === 'bounced')
    return html`<p class="lead">${say('An e-mail to {address} came back, so none goes there any more.', { address: shown(address) })}</p>`;
  const said = html`<p class="lead">${say('No e-mail goes to {address} any more.', { address: shown(address) })} ${say('The orders themselves go on.')}</p>`;
  if (silencedBy === 'complained') return said;
  return html`${said}
<form method="post">
<p class="actions"><button class="button quiet" name="wish" value="resume">${say('Write to me again')}</button></p>
</form>`;
}
