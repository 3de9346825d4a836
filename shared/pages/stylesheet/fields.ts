/** The styles of forms: fields, choices, and their problems. */
import { html } from '../html.ts';

export const fieldsStyle = html`
.fields { margin-top: 2rem; }
.fields > * + * { margin-top: 1.5rem; }
.fields label, .fields legend { font-weight: 600; }
.fields fieldset { min-width: 0; border: 0; }
.fields > .choice + * { margin-top: 1rem; }
.fields .field + .field { margin-top: 1.5rem; }
.field p, .choice p { font-size: .875rem; color: var(--soft); }
.fields .failing { color: var(--red); font-weight: 600; }
.field input {
  display: block; width: 100%; min-height: 3rem; margin-top: .375rem; padding: .5rem .75rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: none; color: inherit; font: inherit; font-variant-numeric: tabular-nums;
}
.field [aria-invalid] { border: 2px solid var(--red); }
.choice { display: flex; flex-wrap: wrap; column-gap: 1.5rem; }
.choice > p { flex-basis: 100%; }
.choice label { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; font-weight: 400; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; accent-color: var(--blue); }
.consent label { align-items: flex-start; }
.consent input { margin-top: .125rem; }
`;

/** A browser shows the group of fields of the chosen country. */
export const countryStyle = html`
@supports selector(:has(*)) {
  .us legend, .ca legend { display: none; }
  .fields:not(:has([value=US]:checked)) .us:not(.shown), .fields:not(:has([value=CA]:checked)) .ca:not(.shown) {
    display: none;
  }
}
`;
