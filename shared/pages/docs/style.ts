/** Rules of the documentation's pages alone. */
import { html } from '../html.ts';

export const docsStyle = html`
article { min-width: 0; padding: 1.5rem 1.25rem; background: var(--paper); box-shadow: var(--shade); }
article h2 { margin: 2.75rem 0 .5rem; font-size: 1.5rem; }
article h3 { margin: 2rem 0 .5rem; font-size: 1.0625rem; font-weight: 600; }
article p, article ul, article ol { margin-top: .75rem; }
article > p, article > ul, article > ol, blockquote { max-width: 44rem; }
article p code, article li code, td code { padding: .0625rem .25rem; border-radius: .25rem; background: var(--table); }
h2, h3, h4, mark { scroll-margin-top: 4rem; }
:target { outline: 2px solid var(--amber); outline-offset: .375rem; border-radius: .125rem; }
.code { position: relative; margin-top: .75rem; }
pre { background: var(--table); border-left: 3px solid var(--blue); }
article pre code.copy { padding: 1rem; border-radius: 0; font-size: .8125rem; line-height: 1.5; white-space: pre-wrap; user-select: auto; }
.code .button { position: absolute; top: .375rem; right: .375rem; width: auto; min-height: 2rem; padding: .125rem .625rem; background: var(--paper); font-size: .8125rem; }
.tabs { margin-top: .75rem; }
.tabs > input { position: absolute; opacity: 0; }
.tabs > label { display: inline-block; padding: .5rem 1rem; color: var(--soft); font-size: .875rem; cursor: pointer; }
.tabs > :checked + label { color: var(--ink); font-weight: 600; box-shadow: inset 0 -3px var(--blue); }
.tabs > :focus-visible + label { outline: 3px solid var(--blue); }
.tabs > .code { display: none; margin: 0; }
.tabs > :nth-of-type(1):checked ~ .code:nth-of-type(1), .tabs > :nth-of-type(2):checked ~ .code:nth-of-type(2),
.tabs > :nth-of-type(3):checked ~ .code:nth-of-type(3) { display: block; }
blockquote { margin-top: .75rem; padding-left: 1rem; border-left: 3px solid var(--rule); }
.wide { margin-top: 1rem; overflow-x: auto; }
.wide table { width: 100%; border-collapse: collapse; font-size: .875rem; }
.wide:has(td:nth-child(3)) table { min-width: 34rem; }
.wide th, .wide td { padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--rule); text-align: left; vertical-align: top; overflow-wrap: break-word; }
.wide th { border: 0; color: var(--soft); font-weight: 600; }
.wide td:first-child, .wide td:nth-child(2):not(:last-child) { min-width: 8rem; }
.rooms { margin-bottom: 1.5rem; }
.rooms nav { display: none; font-size: .9375rem; }
#rooms { width: 1.25rem; height: 1.25rem; margin-right: .5rem; vertical-align: middle; accent-color: var(--blue); }
#rooms + label { display: inline-block; padding: .625rem 0; }
#rooms:checked ~ nav { display: block; }
.rooms nav p { margin-top: .875rem; font: 600 1.0625rem var(--serif); }
.rooms ul { padding: 0; list-style: none; }
.rooms li + li { margin: 0; }
.rooms a { display: block; padding: .25rem .75rem; border-left: 3px solid var(--rule); color: inherit; text-decoration: none; }
.rooms a:hover { color: var(--blue); text-decoration: underline; }
.rooms .part a { padding-left: 1.5rem; font-size: .875rem; }
.rooms [aria-current] { border-color: var(--red); font-weight: 600; }
.seek { display: flex; gap: .5rem; margin-bottom: .5rem; }
.seek input {
  flex: auto; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: none; color: inherit; font: inherit;
}
.seek .button { flex: none; width: auto; min-height: 2.75rem; padding-inline: .75rem; }
.toc ul { columns: 16rem; padding: 0; margin: 0 0 1rem; list-style: none; }
.toc a { display: block; padding: .375rem 0; }
.found li + li { margin-top: 1.25rem; }
.turning { display: flex; justify-content: space-between; gap: 1rem; max-width: none; padding-top: 2rem; }
.turning a + a, .turning a:only-child { margin-left: auto; text-align: right; }
.turning small { display: block; color: var(--soft); }
@media (min-width: 60rem) {
  .docs { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .rooms { position: sticky; top: 4rem; max-height: calc(100vh - 5rem); overflow-y: auto; }
  .rooms nav { display: block; }
  #rooms, #rooms + label { display: none; }
  article { padding: 3rem 3.5rem 2rem; }
}
@media print {
  .rooms, .toc, .links, .turning, .code .button { display: none; }
  article { padding: 0; box-shadow: none; }
  .wide { overflow: visible; }
  .wide:has(td:nth-child(3)) table { min-width: 0; }
  pre, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
