/** The style of the card in a chat: the host's own colors and fonts where it names them, in light and dark. */
import { html } from '../html.ts';

export const cardStyle = html`
:root {
  color-scheme: light dark;
  --paper: var(--color-background-primary, light-dark(#fffdf9, #211f1c));
  --envelope: var(--color-background-secondary, light-dark(#f9f3e4, #2c2822));
  --ink: var(--color-text-primary, light-dark(#24211c, #ece7dd));
  --soft: var(--color-text-secondary, light-dark(#645d52, #b0a899));
  --rule: var(--color-border-primary, light-dark(#ded8cc, #3f3a33));
  --blue: light-dark(#1f4f8f, #9cc3f5); --on-blue: light-dark(#fff, #0f2138);
  --red: light-dark(#a92b25, #ff9d92); --green: light-dark(#1c6844, #8ad6b0); --amber: light-dark(#7a5200, #efc266);
  --test: light-dark(#fbe6ac, #453408); --on-test: light-dark(#4a3300, #ffe3a1);
}
* { box-sizing: border-box; margin: 0; padding: 0; }
body {
  background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.5 var(--font-sans, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif);
}
[hidden] { display: none !important; }
.notice { padding: .5rem 1rem; background: var(--test); color: var(--on-test); font-weight: 600; text-align: center; }
main { padding: 1rem; } main, .words { display: grid; gap: 1rem; }
#says, .link { padding: 0 1rem 1rem; }
.seller { margin-bottom: .25rem; color: var(--soft); font-size: .875rem; } .times p + p { margin-top: .25rem; }
.status { color: var(--soft); font-size: .875rem; font-weight: 600; }
.status.paid { color: var(--green); } .status.failed { color: var(--red); }
.status.awaiting_payment { color: var(--amber); }
h1 { font-size: 1.25rem; line-height: 1.25; text-wrap: balance; }
.lead, .times, dt { color: var(--soft); }
.lead, .times, #facts { font-size: .9375rem; } h1 + .lead, .lead + .lead { margin-top: .375rem; }
.warnings { padding: .75rem 1rem .75rem 2rem; background: var(--envelope); border-radius: .5rem; }
.pages { text-align: center; }
.leaf { border: 0; background: none; cursor: zoom-in; font-size: .875rem; }
.leaf img, .leaf .missing { display: block; width: 12rem; aspect-ratio: auto 8.5 / 11; outline: 1px solid var(--rule); }
.leaf img { margin-bottom: .375rem; background: #fff; }
.leaf .missing { display: grid; place-content: center; padding: 1rem; color: var(--soft); }
.large .leaf { cursor: zoom-out; } .large .leaf, .large .leaf img { width: 100%; }
.windows { margin-top: .375rem; color: var(--soft); font-size: .875rem; }
.pager { display: flex; align-items: center; justify-content: space-between; gap: .5rem; font-size: .875rem; }
dl > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 1rem; padding: .375rem 0; border-top: 1px solid var(--rule); }
dd { white-space: pre-line; } .bill > div { grid-template-columns: 1fr auto; }
.bill > :last-child { font-weight: 700; font-variant-numeric: tabular-nums; } .bill > :last-child dt { color: inherit; }
.actions { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
button, .link { font: inherit; color: var(--blue); }
.actions button { min-height: 2.75rem; border: 0; background: none; text-decoration: underline; text-underline-offset: .2em; cursor: pointer; }
.pager button, .actions .primary, .actions #yes {
  min-height: 2.75rem; padding: .375rem 1rem; border: 1px solid var(--rule); border-radius: .5rem;
  background: var(--paper); font-weight: 600; text-decoration: none; cursor: pointer;
}
.actions .primary { flex: 1 0 100%; background: var(--blue); border-color: var(--blue); color: var(--on-blue); }
.actions .danger { color: var(--red); }
button:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
@media (min-width: 34rem) {
  main { grid-template-columns: 14rem minmax(0, 1fr); align-items: start; gap: 1.25rem; }
  .leaf img, .leaf .missing { width: 14rem; }
  main.large, main.alone { grid-template-columns: none; }
}
`;
