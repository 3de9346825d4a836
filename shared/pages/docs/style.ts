/** Rules of the documentation's pages alone. */
import { html } from '../html.ts';

export const docsStyle = html`
.sheet, .seller, .imprint { max-width: 60rem; }
.sheet h2 { margin: 2.75rem 0 .5rem; font-size: 1.25rem; color: inherit; }
.sheet h3 { margin: 2rem 0 .5rem; font-size: 1.0625rem; font-weight: 600; }
.sheet p, .sheet ul, .sheet ol { margin-top: .75rem; }
.sheet > p, .sheet > ul, .sheet > ol, blockquote { max-width: 44rem; }
.sheet p code, .sheet li code, td code { padding: .0625rem .25rem; border-radius: .25rem; background: var(--table); }
h2, h3, h4, mark { scroll-margin-top: 4rem; }
:target { outline: 2px solid var(--amber); outline-offset: .375rem; border-radius: .125rem; }
pre { margin-top: .75rem; padding: 1rem; background: var(--table); white-space: pre-wrap; }
blockquote { margin-top: .75rem; padding-left: 1rem; border-left: 3px solid var(--rule); }
.wide { margin-top: 1rem; overflow-x: auto; }
.wide table { width: 100%; min-width: 34rem; border-collapse: collapse; font-size: .875rem; }
.wide th, .wide td { padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--rule); text-align: left; vertical-align: top; overflow-wrap: break-word; }
.wide th { border: 0; color: var(--soft); font-weight: 600; }
.wide td:first-child, .wide td:nth-child(2):not(:last-child) { min-width: 8rem; }
.rooms { margin-bottom: 1.5rem; }
.rooms ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
.rooms li + li { margin: 0; }
.rooms a { display: inline-block; padding: .625rem 0; }
.rooms [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.seek { display: flex; gap: .75rem; margin-bottom: 2rem; }
.seek input {
  flex: auto; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: none; color: inherit; font: inherit;
}
.seek .button { flex: none; width: auto; min-height: 2.75rem; }
.toc ul { columns: 16rem; padding: 0; margin: 0 0 1rem; list-style: none; }
.toc a { display: block; padding: .375rem 0; }
.found li + li { margin-top: 1.25rem; }
@media print {
  .rooms, .seek, .toc, .links { display: none; }
  .wide { overflow: visible; }
  .wide table { min-width: 0; }
  pre, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
