/** Prints HTML and Markdown by way of the renderer, and measures how long it takes. */

import type { Markup, Paper } from '../../domain/paper.ts';
import type { Deps } from '../deps.ts';

/** `key`: the PDF's place. `network`: of the caller, who waits in line. `partnerTakes`: the most bytes of a PDF. */
export interface Printing {
  readonly key: string;
  readonly network: string;
  readonly partnerTakes?: number | undefined;
}

/** Prints and measures the time. A print that times out is a refusal or an accident, so it is not measured. */
export async function printMarkup(
  { clock, log, renderer }: Deps,
  markup: Markup,
  paper: Paper,
  { key, network }: Printing,
) {
  const startedAt = clock.now();
  const result = await renderer.printMarkup(markup, paper, key, network);
  log.measure('renderMs', clock.now() - startedAt);
  return result;
}
