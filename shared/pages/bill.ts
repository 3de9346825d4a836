/** A bill: one line for each part of the price, then the total. */
import { type Html, html } from './html.ts';

export interface BillLine {
  readonly label: string;
  readonly amount: string;
}

/** A single line would repeat the total, so a page may pass none. */
export function bill(lines: readonly BillLine[], total: string): Html {
  return html`<dl class="bill">
    ${lines.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}
    <div class="total"><dt>Total</dt><dd>${total}</dd></div>
  </dl>`;
}
