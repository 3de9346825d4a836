/** The order form's own rules beside the stylesheet of all pages. */
import { html } from '../html.ts';

export const formStyle = html`
.group { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem 1rem; align-items: end; }
.group > legend { padding: 1rem 0 .75rem; font: 500 1.375rem/1.2 ui-serif, 'Iowan Old Style', Palatino, Georgia, serif; }
.group > * { grid-column: 1 / -1; }
.group > .half { grid-column: auto; }
.fields .group > * + *, .fields .group > .field + .field { margin-top: 0; }
.field textarea {
  display: block; width: 100%; margin-top: .375rem; padding: .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: none; color: inherit; font: 1rem/1.5 ui-serif, Georgia, serif; resize: vertical;
}
.field [aria-invalid] { border: 2px solid var(--red); }
.tick p { flex-basis: 100%; padding-left: 1.75rem; }
.live p { color: var(--soft); }
.live ol {
  display: flex; gap: .75rem; box-sizing: border-box; height: 26rem; margin-top: .375rem; padding: .75rem;
  border: 1px dashed var(--soft); border-radius: .5rem; overflow-x: auto; list-style: none;
}
.live li { flex: none; margin: 0; }
.live img { box-sizing: border-box; height: 100%; border: 1px solid var(--soft); }
.message ul { margin-top: .5rem; }
.kinds { margin-top: 2rem; padding: 0; list-style: none; }
.kinds p { margin-top: .5rem; color: var(--soft); text-align: center; text-wrap: balance; }
.kinds li + li { margin-top: 2rem; }
`;
