/** The CSS of all pages. They look like sheets of paper on a table (`--table`), light or dark, on phones and in print. */
import { type Html, html, minified } from './html.ts';
import { checkStyle } from './pay/drawn-check.ts';

const stylesheet = html`
:root {
  --serif: ui-serif, 'Iowan Old Style', Palatino, Georgia, serif;
  --table: #efece5; --paper: #fffdf9; --envelope: #f9f3e4; --ink: #24211c; --soft: #645d52; --rule: #ded8cc;
  --blue: #1f4f8f; --on-blue: #fff; --red: #a92b25; --green: #1c6844; --amber: #7a5200;
  --test: #fbe6ac; --on-test: #4a3300; --shade: 0 1px 2px #3a2f1a2b, 0 8px 28px #3a2f1a1a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --table: #151412; --paper: #211f1c; --envelope: #2c2822; --ink: #ece7dd; --soft: #b0a899; --rule: #3f3a33;
    --blue: #9cc3f5; --on-blue: #0f2138; --red: #ff9d92; --green: #8ad6b0; --amber: #efc266;
    --test: #453408; --on-test: #ffe3a1; --shade: 0 1px 2px #0008, 0 8px 28px #0005;
  }
}

/* Text */
* { box-sizing: border-box; margin: 0; padding: 0; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; scroll-padding: 5rem 0 6rem; }
body {
  display: flex; flex-direction: column; min-height: 100vh;
  background: var(--table); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
h1 { font: 500 clamp(1.75rem, 1.45rem + 1.6vw, 2.25rem)/1.2 var(--serif); text-wrap: balance; }
h2 { margin-bottom: .5rem; font: 500 1.25rem/1.3 var(--serif); }
code { font: .8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
:is(p, li, td) code { display: inline-block; text-decoration: inherit; max-width: 100%; padding: .0625rem .25rem; border-radius: .25rem; background: var(--table); }
li code { font-size: .9em; }
ol, ul { padding-left: 1.25rem; }
li, .lead { text-wrap: pretty; }
li + li { margin-top: .375rem; }
ol + p, section p + p { margin-top: 1rem; }
.lead { margin-top: .75rem; color: var(--soft); }
a, summary { color: var(--blue); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 3px; border-radius: .25rem; }

/* Surfaces */
.notice {
  position: sticky; top: 0; z-index: 2; padding: .75rem 1rem;
  background: var(--test); color: var(--on-test); font-weight: 600; text-align: center; text-wrap: balance;
}
.sheet {
  position: relative; flex: auto; width: 100%; max-width: 38rem; margin: 0 auto; padding: 2.5rem 1.25rem 2rem;
  background: var(--paper);
}
.sheet::before, .order::before {
  content: ''; position: absolute; inset: 0 0 auto; height: 6px; opacity: .8;
  background:
    repeating-linear-gradient(-45deg, var(--red) 0 12px, #0000 12px 24px, var(--blue) 24px 36px, #0000 36px 48px);
}
.table { width: 100%; max-width: 80rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
section { margin-top: 2rem; }
.masthead {
  display: flex; align-items: center; justify-content: space-between; gap: 1rem; width: 100%; max-width: 38rem; margin: 0 auto;
  padding: .5rem 1.25rem; font-size: .9375rem;
}
.masthead a { padding: .625rem 0; color: inherit; line-height: 1.5rem; text-decoration: none; }
.masthead a:hover { text-decoration: underline; }
.masthead > a + a { white-space: nowrap; }
.skip { position: absolute; top: -4rem; left: 1rem; z-index: 3; padding: .75rem 1rem; background: var(--paper); }
.skip:focus { top: .5rem; }
.masthead .from { min-width: 0; font: 600 1.125rem/1.5rem var(--serif); }
.logo { display: inline-block; max-width: 10rem; }
.logo img { max-width: 100%; height: 2.5rem; padding-right: min(.75rem, 100%); object-fit: contain; vertical-align: middle; }
.mark { margin-right: 1rem; color: var(--blue); vertical-align: middle; }
.paper { fill: var(--paper); }
.red { fill: var(--red); }
.blue { fill: var(--blue); }
.imprint { width: 100%; max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem 2rem; border: 0; text-align: center; }
.links { display: flex; flex-wrap: wrap; justify-content: center; gap: .25rem 1.25rem; }
.links a { padding: .5rem 0; color: inherit; }
footer {
  margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: .8125rem;
}
footer p + p { margin-top: .5rem; }
footer code { display: block; text-wrap: balance; }
@media (min-width: 42rem) {
  .sheet { flex: none; margin: 2rem auto; padding: 3.25rem 3.5rem 2.75rem; box-shadow: var(--shade); }
  .table { padding: 3rem 2.5rem 5rem; }
  .masthead { padding-inline: 3.5rem; }
  .masthead + .sheet { margin-top: .5rem; }
  .masthead:has(+ .table) { max-width: 80rem; padding-inline: 2.5rem; }
}

/* Status, facts and prices */
.status {
  display: flex; gap: .5rem; align-items: baseline; margin-bottom: .5rem; font-size: .875rem; font-weight: 600;
}
.status::before { content: ''; flex: none; width: .5rem; height: .5rem; border-radius: 50%; background: currentColor; }
.awaiting_payment, .open { color: var(--amber); }
.paid, .fulfilled { color: var(--green); }
.failed, .declined { color: var(--red); }
.cancelled, .expired { color: var(--soft); }
.facts > div, .bill > div { display: flex; padding: .625rem 0; border-top: 1px solid var(--rule); }
.facts dt { flex: 0 0 7.5rem; padding-right: 1rem; color: var(--soft); }
.bill > div { justify-content: space-between; gap: 1rem; }
.bill dd { flex: none; font-variant-numeric: tabular-nums; }
.bill .total { font-size: 1.25rem; font-weight: 600; }
.warnings, .message { padding: .875rem 1rem; border-left: 3px solid var(--amber); background: var(--table); }
.message { margin-top: 1rem; }

/* Actions */
.actions { margin-top: 1.75rem; text-align: center; }
.button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: .5rem 1.25rem;
  border: 1px solid var(--blue); border-radius: .5rem; background: var(--blue); color: var(--on-blue);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { filter: brightness(1.12); }
.quiet { background: none; color: var(--blue); }
.danger { border-color: var(--red); background: var(--red); }
.small { color: var(--soft); font-size: .875rem; }
.text-link { display: inline-block; padding: .75rem 0; line-height: 1.25rem; }
.choices { margin-top: 1.75rem; }
.choices > p { margin: .375rem 0 1rem; color: var(--soft); font-size: .875rem; text-align: center; text-wrap: balance; }
.fields + .button { margin-top: 1.5rem; }

.message.failing { border-color: var(--red); }
.message.failing a { color: inherit; font-weight: 600; }
.copy { display: block; padding: 1rem; background: var(--table); font-size: 1rem; user-select: all; }
summary { margin-left: 1.25rem; padding: .75rem 0; list-style-position: outside; font-weight: 600; line-height: 1.25rem; cursor: pointer; }
details dl { padding-bottom: .75rem; }

/* On a very short screen, such as a phone in landscape, sticky elements would cover the text. */
@media (max-height: 30rem) { .notice, body .bar { position: static; } }
/* On paper */
@media print {
  :root {
    --table: #fff; --paper: #fff; --envelope: #fff; --test: #fff; --on-test: #000; --ink: #000; --soft: #444;
    --rule: #bbb; --amber: #000; --green: #000; --red: #000;
  }
  .actions, .choices, .text-link, .skip, .sheet::before, .status::before { display: none; }
  .sheet, .table { max-width: none; margin: 0; padding: 1rem 0; box-shadow: none; }
  .notice { position: static; border: 2px solid; }
  .masthead { padding: 0; }
  .masthead > a + a { display: none; }
  section { break-inside: avoid; }
}
`;

/** Forms: fields, choices, and their problems. */
const fieldsStyle = html`
.fields { margin-top: 2rem; }
.fields > * + * { margin-top: 1.5rem; }
.fields label, .fields legend { font-weight: 600; }
.fields fieldset { min-width: 0; border: 0; }
.fields > .choice + * { margin-top: 1rem; }
.fields .field + .field { margin-top: 1.5rem; }
.field p, .choice p { font-size: .875rem; color: var(--soft); }
.fields .failing { color: var(--red); font-weight: 600; }
.field :is(input, textarea) {
  display: block; width: 100%; min-height: 3rem; margin-top: .375rem; padding: .5rem .75rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: none; color: inherit; font: inherit; font-variant-numeric: tabular-nums;
}
.field [type=file] { padding-block: .625rem; }
.field ::file-selector-button { font: inherit; }
.field [aria-invalid] { border: 2px solid var(--red); }
.choice { display: flex; flex-wrap: wrap; column-gap: 1.5rem; }
.choice > p { flex-basis: 100%; }
.choice label { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; font-weight: 400; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; accent-color: var(--blue); }
.consent label { align-items: flex-start; padding: .5rem 0; }
.consent input { margin-top: .125rem; }
`;

/** Shows only the bank fields of the chosen country. */
const countryStyle = html`
@supports selector(:has(*)) {
  .us legend, .ca legend { display: none; }
  .fields:not(:has([value=US]:checked)) .us:not(.visible), .fields:not(:has([value=CA]:checked)) .ca:not(.visible) {
    display: none;
  }
}
`;

/** The status in large type, and the timeline. */
const progressStyle = html`
.timeline { padding: 0; list-style: none; }
.timeline li {
  position: relative; display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem; margin: 0;
  padding: 0 0 .875rem 1.75rem;
}
.timeline li::before {
  content: ''; position: absolute; top: .4rem; left: 0; z-index: 1; box-sizing: border-box; width: 1rem; height: 1rem;
  border: .5rem solid; border-radius: 50%; color: var(--green);
}
.timeline li:not(:last-child)::after {
  content: ''; position: absolute; top: 1.15rem; bottom: -.4rem; left: .4375rem; width: 2px; background: var(--rule);
}
.timeline time { color: var(--soft); font-variant-numeric: tabular-nums; }
@media (max-width: 30rem) { .timeline time { flex-basis: 100%; } }
.timeline .ahead { flex-wrap: nowrap; color: var(--soft); }
.timeline .ahead span + span { flex: none; }
/* The dot is drawn with a border, because print and forced colors drop backgrounds. */
.timeline .ahead::before { border-width: 2px; background: var(--paper); color: var(--soft); }
.timeline .on_hold::before { color: var(--amber); }
.timeline .failed { color: inherit; }
.timeline .over::before { color: var(--soft); }
.timeline .failed::before { color: var(--red); }
/* Leaves out the pictures of the document, so that a printout of the order fits on one sheet. */
@media print { .review:has(.timeline) section:has(.leaves) { display: none; } }
.state { margin-top: 1.25rem; font: 500 clamp(1.75rem, 1.2rem + 2.4vw, 2.75rem)/1.15 var(--serif); text-wrap: balance; }
.state span { display: block; color: var(--ink); }
`;

/** Each part of the CSS, with a pattern of the markup that needs it. The first part is for every page. */
const rules = [
  [/^/, minified(stylesheet)],
  [/ class="(?:[\w-]+ )*(?:fields?|choice)[" ]/, minified(fieldsStyle)],
  [/ class="(?:us|ca)[" ]/, minified(countryStyle)],
  [/ class="(?:timeline|state)[" ]/, minified(progressStyle)],
  [/ class="check"/, minified(checkStyle)],
] as const;

export const rulesFor = (markup: string): Html[] =>
  rules.filter(([needed]) => needed.test(markup)).map(([, css]) => css);
