/** The question which of two addresses is right, or whether the only one is. It is asked in the preview and on the pay page. */
import type { Warning } from '../../domain/warnings.ts';
import { type Html, hiddenFields, html, withLineBreaks } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { PayView } from './bill.ts';
import { warningForPayers } from './warnings.ts';

type AddressChoice = NonNullable<PayView['addressChoice']>;

/** The warnings without those that the address question already explains. */
export const withoutAddressWarnings = (
  warnings: readonly Warning[],
  choice: AddressChoice | undefined,
): readonly Warning[] =>
  choice === undefined
    ? warnings
    : warnings.filter(({ code }) => code !== 'address_corrected' && code !== 'address_undeliverable');

/** `path`: the order's path; undefined in the preview, where everything can still be changed. */
export function addressQuestion(
  view: Pick<PayView, 'service' | 'addressChoice' | 'formPath'>,
  path: string | undefined,
  reader: Reader,
): Html | false {
  const { addressChoice: choice, formPath } = view;
  if (choice === undefined) return false;
  const { say } = reader;
  const place = { at: `${view.service}.to`, country: choice.country } as const;
  switch (choice.kind) {
    case 'taken':
      return html`<p class="message" role="status">${say('We’ll mail your order to the corrected address below.')}</p>`;
    case 'confirmed':
      return html`<p class="message" role="status">${say('The post office doesn’t recognize this address. It was confirmed as entered.')}</p>`;
    case 'doubtful': {
      const changeButton =
        path === undefined
          ? html`<button class="button quiet" form="order" name="step" value="edit">${say('Change the address')}</button>`
          : formPath !== undefined && html`<a class="button quiet" href="${formPath}">${say('Change the address')}</a>`;
      return html`<section class="warnings address" id="address">
<h2>${say('Is this address right?')}</h2>
<p>${warningForPayers({ code: 'address_undeliverable', what: choice.what, ...place }, reader)}</p>
<p class="lines">${withLineBreaks(choice.ordered.map(reader.translate))}</p>
<p>${say(
        changeButton
          ? 'If it’s wrong, change it. We don’t refund mail that comes back.'
          : 'If it’s wrong, don’t pay. Ask the person who sent you this link for a new one. We don’t refund mail that comes back.',
      )}</p>
${changeButton && html`<p class="actions">${changeButton}</p>`}
${path !== undefined && choiceButton(path, choice, 'ordered', say('Send it to this address anyway'))}
</section>`;
    }
    case 'corrected':
      return html`<section class="warnings address" id="address">
<h2>${say('Which address is right?')}</h2>
<p>${warningForPayers({ code: 'address_corrected', what: choice.what, ...place }, reader)}</p>
${twoAddresses(choice, say(path === undefined ? 'As you typed it' : 'As ordered'), reader)}
${correctionChoice(choice, path, reader)}
</section>`;
  }
}

type Correction = Extract<AddressChoice, { kind: 'corrected' }>;

/** The button that accepts the corrected address, or why it can't be accepted, and what happens without a choice. */
function correctionChoice(choice: Correction, path: string | undefined, { say }: Reader): Html {
  const label = say('Use the corrected address');
  if (path === undefined)
    return html`<p class="actions"><button class="button quiet" form="order" name="step" value="correct">${label}</button></p>
<p class="hint">${say('If you change nothing, we’ll mail it to the address as you typed it.')}</p>`;
  return html`${choice.mayTake ? choiceButton(path, choice, 'suggested', label) : html`<p>${say('The corrected address is in another province, where the tax may differ. To use that address, ask for a new order.')}</p>`}
<p class="hint">${say('If you change nothing, we’ll mail it to the address as ordered.')} ${choice.mayTake && say('Price and content are the same either way.')}</p>`;
}

/** Both addresses, with the lines that differ marked. */
function twoAddresses({ ordered, suggested }: Correction, label: string, { say, translate }: Reader): Html {
  const marked = (lines: readonly string[], others: readonly string[]) =>
    withLineBreaks(
      lines.map((line) => (others.includes(line) ? translate(line) : html`<mark>${translate(line)}</mark>`)),
    );
  return html`<div class="two">
<div><h3>${label}</h3><p class="lines">${marked(ordered, suggested)}</p></div>
<div><h3>${say('Corrected')}</h3><p class="lines">${marked(suggested, ordered)}</p></div>
</div>`;
}

const choiceButton = (path: string, { token }: AddressChoice, choice: 'ordered' | 'suggested', text: string) =>
  html`<form method="post" action="${path}/address">${hiddenFields({ token })}
<p class="actions"><button class="button quiet" name="choice" value="${choice}">${text}</button></p>
</form>`;

export const addressStyle = html`
.address h3 { margin: 0; color: var(--soft); font-size: .875rem; font-weight: 600; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 1rem; margin-top: 1rem; }
.two > div { padding: .75rem 1rem; border: 1px solid var(--rule); border-radius: .375rem; background: var(--paper); }
.lines { margin-top: .25rem; overflow-wrap: anywhere; }
.address mark { padding: 0 .125rem; border-radius: .125rem; background: #f6d97a; color: #24211c; font-weight: 600; }
`;
