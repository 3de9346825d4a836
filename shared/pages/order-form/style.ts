/** CSS rules for the order form only, in addition to the shared stylesheet. */
import { html } from '../html.ts';

export const formStyle = html`
.order-form { counter-reset: step; }
.group { padding: .25rem 1.25rem 1.25rem; border: 1px solid var(--rule) !important; border-radius: .5rem; display: grid; gap: 1.25rem 1rem; }
.group > legend { padding: 0 .5rem; margin-left: -.5rem; }
.group h2 { margin: 0; }
.group h2::before { counter-increment: step; content: counter(step) ' '; color: var(--blue); }
.more > * + * { margin-top: 1.25rem; }
.help { padding: .5rem 0; border: 0; background: none; color: var(--blue); font: inherit; cursor: pointer; }
.read { white-space: pre-line; font-weight: 600; }
.bar {
  position: sticky; bottom: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .5rem 1rem; margin: 1.5rem -1.25rem 0; padding: .75rem 1.25rem; border-top: 1px solid var(--rule); background: var(--paper);
  box-shadow: 0 -8px 8px -8px #3a2f1a1f;
}
.bar p { text-wrap: balance; font-weight: 600; font-variant-numeric: tabular-nums; }
.bar .button { width: auto; }
@media (max-width: 42rem) {
  .group [name=text] { height: 14rem; }
  .live:not(:has(img)) { display: none; }
}
.fields .group > * + *, .fields .group > .field + .field { margin-top: 0; }
.field textarea { padding: .75rem; font: 1rem/1.5 var(--serif); resize: vertical; }
.checkbox p { flex-basis: 100%; padding-left: 1.75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
.field .button, .field .checkbox { margin-top: .5rem; }
.field .checkbox + p { margin-top: 1rem; }
.field .checkbox[hidden] { display: none; }
.buttons .button, .attached .button { width: auto; min-height: 2.75rem; padding: .375rem 1rem; font-weight: 400; }
.attached { padding: 0; list-style: none; }
.attached li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.more summary { color: var(--blue); font-weight: 600; }
.remembered { padding: 1rem; border: 1px solid var(--rule); border-radius: .5rem; }
.order-form .hint { margin: .25rem 0 .75rem; color: var(--soft); font-size: .875rem; }
.folded > :not(legend, .remembered) { display: none; }
.live ol {
  display: flex; gap: .75rem; margin: 0; padding: .25rem; overflow-x: auto; scroll-snap-type: x mandatory; list-style: none;
}
.live li { flex: 0 0 100%; margin: 0; scroll-snap-align: start; }
.live .stamps p { white-space: pre; }
.message :is(ul, ol, .buttons) { margin-top: .5rem; }
@media (min-width: 60rem) {
  .sheet:has(.live:not([hidden])), .masthead:has(+ .sheet .live:not([hidden])) { max-width: 72rem; }
  .order-form:has(> .live:not([hidden])) {
    display: grid; grid-template-columns: minmax(0, 1fr) clamp(21rem, 34vw, 27rem); column-gap: 3rem; align-items: start;
  }
  .order-form > * { grid-column: 1; }
  .order-form > .live { grid-column: 2; grid-row: 1 / span 12; position: sticky; top: 5rem; margin: 1.5rem 0 0; }
}
@media print { .live, .buttons, .bar { display: none; } }
`;
