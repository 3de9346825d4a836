/** The styles of a timeline, and of what stands below it. */
import { html } from '../html.ts';

export const progressStyle = html`
.timeline { padding: 0; list-style: none; }
.timeline li {
  position: relative; display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem; margin: 0;
  padding: 0 0 .875rem 1.75rem;
}
.timeline li::before {
  content: ''; position: absolute; top: .4rem; left: 0; z-index: 1; width: .75rem; height: .75rem; border: 2px solid;
  border-radius: 50%; background: currentColor; color: var(--green);
}
.timeline li:not(:last-child)::after {
  content: ''; position: absolute; top: 1.15rem; bottom: -.4rem; left: .3125rem; width: 2px; background: var(--rule);
}
.timeline time { color: var(--soft); font-variant-numeric: tabular-nums; }
@media (max-width: 30rem) {
  .timeline time { flex-basis: 100%; }
}
.timeline .ahead { color: var(--soft); }
.timeline .ahead::before { background: var(--paper); color: var(--soft); }
.timeline .on_hold::before { color: var(--amber); }
.timeline .failed { color: inherit; }
.timeline .over::before { color: var(--soft); }
.timeline .failed::before { color: var(--red); }
.state { margin-top: 1.25rem; font: 500 clamp(1.75rem, 1.2rem + 2.4vw, 2.75rem)/1.15 var(--serif); text-wrap: balance; }
.state span { display: block; color: var(--ink); }
`;
