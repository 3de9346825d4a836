/** The mark of the service: an envelope with the edge of air mail. Its colors are those of the page around it. */
import { html } from '../html.ts';

export const envelopeMark = html`<svg class="mark" viewBox="0 0 36 26" width="36" height="26" aria-hidden="true">
<rect class="paper" x="1" y="1" width="34" height="24" rx="2.5" stroke="currentColor" stroke-width="1.5"/>
<path d="m2 3 16 12L34 3" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>
<path class="red" d="m5 24 2-4h4l-2 4zM17 24l2-4h4l-2 4z"/><path class="blue" d="m11 24 2-4h4l-2 4zM23 24l2-4h4l-2 4z"/></svg>`;
