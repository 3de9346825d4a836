/** The mailbox's own rules beside the stylesheet of all pages: page 1 half drawn out of its envelope, a row on a phone. */

import { html } from '../html.ts';
import { checkStyle } from '../pay/drawn-check.ts';

export const mailboxStyle = html`${checkStyle}
#says:not([hidden]) { position: sticky; top: 3.5rem; z-index: 1; background: var(--paper); box-shadow: var(--shade); }
#mail > ol { max-width: 38rem; margin-top: 1rem; }
.envelopes {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem 2.5rem;
  align-items: start; margin-top: 1rem;
}
.item { position: relative; scroll-margin-top: 4rem; }
.envelope header b, .window h2 { color: var(--ink); }
.preview { overflow: hidden; background: #fff; color: #645d52; box-shadow: var(--shade); }
.preview img { display: block; width: 100%; height: auto; }
.preview > p { padding: 1rem .5rem; font-size: .8125rem; text-align: center; }
.item figcaption { display: none; }
.item .front { gap: .375em 1em; padding: .75em 1.25em; border: 0; border-radius: 0; font-size: .6875rem; }
.envelope header { font-size: .875rem; color: var(--soft); }
.item .status::before { content: none; }
.item .status { display: inline; margin: 0; color: var(--soft); font-weight: 600; }
.item :is(.awaiting_payment, .queued, .unknown) { color: var(--amber); }
.item :is(.in_production, .sending) { color: var(--blue); }
.item :is(.mailed, .sent) { color: var(--green); }
.item .failed { color: var(--red); }
.window { font-size: .875rem; line-height: 1.45; }
.window h2 { margin: 0; font: 600 .875rem/1.45 system-ui, sans-serif; }
.stamp { display: none; }
details:has(.emails) { color: var(--soft); font-size: .875rem; }
.emails { padding: 0 0 .5rem; list-style: none; }
.attempts, .notes { margin-top: .5rem; padding: 0; font-size: .8125rem; list-style: none; }
.attempts li + li { margin: 0; }
.notes { color: var(--amber); font-weight: 600; }
.ways { display: flex; flex-wrap: wrap; column-gap: .875rem; margin-top: .25rem; font-size: .875rem; }
.ways a { padding: .25rem 0; line-height: 1.25rem; }
.folds { display: flex; flex-wrap: wrap; column-gap: 1.5rem; color: var(--soft); font-size: .875rem; }
.folds details { flex: none; max-width: 100%; }
.folds [open] { flex: 1 1 100%; }
.folds summary { padding: .375rem 0; }
.envelope form { display: grid; gap: .5rem; padding: .25rem 0 .75rem; }
.envelope form .button { min-height: 2.5rem; padding: .25rem .75rem; font-size: .875rem; }

@media (max-width: 41.99rem) {
  .envelopes { margin-top: .25rem; }
  .item { display: flex; gap: .875rem; padding: .75rem; background: var(--paper); box-shadow: var(--shade); }
  .of-check { flex-wrap: wrap; }
  .of-check .preview { flex-basis: 100%; max-height: none; }
  .item:not(.of-check) .preview { flex: 0 0 4.5rem; align-self: start; max-height: 5.75rem; }
  .envelope { flex: 1; min-width: 0; }
  .window p + p { display: none; }
}
@media (min-width: 42rem) {
  .envelopes { gap: 2.5rem; margin-top: 1.5rem; }
  .preview { height: 13rem; margin: 0 1.25rem; }
  .of-check .preview { height: auto; min-height: 13rem; }
  .preview > p { padding-top: 4rem; font-size: 1rem; }
  .envelope {
    position: relative; padding: 1rem 1.25rem .25rem; border-radius: 3px; background: var(--envelope);
    box-shadow: var(--shade);
  }
  .envelope header { display: flex; justify-content: space-between; gap: .75rem; min-height: 4.25rem; }
  .item :is(.status, small) { display: block; }
  .stamped header p { max-width: calc(100% - 5.5rem); }
  .window {
    max-width: 78%; min-height: 6.5rem; margin-top: .75rem; padding: .625rem .875rem; border-radius: .625rem;
    background: var(--paper); box-shadow: inset 0 1px 3px #0003;
  }
  .stamp {
    display: block; flex: none; position: relative; width: 3.25rem; height: 3.75rem; border: 3px dotted var(--envelope);
    outline: 1px solid var(--rule); background: var(--paper);
  }
  .stamp::before {
    content: ''; position: absolute; inset: .375rem; opacity: .55;
    background: repeating-linear-gradient(-45deg, var(--red) 0 4px, #0000 4px 8px, var(--blue) 8px 12px, #0000 12px 16px);
  }
  .postmark {
    position: absolute; top: -.5rem; right: 1.25rem; display: flex; flex-direction: column; justify-content: center;
    width: 5.25rem; height: 5.25rem; border: 1.5px solid; border-radius: 50%; outline: 1px solid;
    outline-offset: -5px; background: radial-gradient(var(--envelope) 40%, #0000 75%); rotate: -8deg; font-size: .6875rem; line-height: 1.35; text-align: center; text-transform: uppercase;
  }
  .of-fax .envelope { border-top: 2px dashed var(--rule); border-radius: 0; background: var(--paper); }
  .of-fax .window { max-width: none; min-height: 2.75rem; padding: 0; background: none; box-shadow: none; }
  .of-fax .envelope header { min-height: 0; }
}
@media print { .filters, .search, .line, .envelope details, `;
