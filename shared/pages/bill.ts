/** Prices as a bill: a line for each part, then the total. */

import { type Html, html } from './html.ts';

export type BillLine = { label: string; amount: string };

/** A single line would only repeat the total, so it is left out unless there is something to add up. */
export function bill(lines: readonly BillLine[], total: string): Html {
  return html`<dl class="bill">
    ${lines.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}
    <div class="total"><dt>Total</dt><dd>${total}</dd></div>
  </dl>`;
}
