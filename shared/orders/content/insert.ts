/** The enclosure of an order: HTML that a partner prints on a page of its own, beside the order's own print. */

import type { Paper } from '../../domain/paper.ts';
import type { Product } from '../../domain/product.ts';
import type { StoredDocument } from '../../domain/quoted-content.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';
import type { Renderer } from '../renderer.ts';
import { type Printing, printMarkup } from './print-markup.ts';
import { printable } from './printable.ts';

/** An enclosure: HTML that a partner prints on a page of its own. It is cleaned first and fitted before it is sold. */
export interface Insert {
  readonly html: string;
  readonly field: string;
  readonly paper: Paper;
  readonly warnings: readonly Warning[];
}

/** Removes markup that may not go to the partner. Returns `undefined` if the order has no enclosure. */
export async function cleanedInsert(
  { renderer }: { readonly renderer: Renderer },
  { name, insert }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<Insert | undefined> {
  const sent = insert && order[insert.member];
  if (insert === undefined || typeof sent !== 'string' || sent.trim() === '') return undefined;
  const field = `${name}.${insert.member}`;
  const { html, warnings } = printable(field, await renderer.cleanMessage(sent));
  return { html, field, paper: insert.paper, warnings: warnings.map((warning) => ({ ...warning, field })) };
}

/** Refuses an enclosure that does not fit its page. Stores one that fits under `key`, so the payer can preview it. */
export async function fittedInsert(
  deps: Deps,
  { html, field, paper }: Insert,
  printing: Printing,
): Promise<StoredDocument> {
  const { sha256 } = printable(field, await printMarkup(deps, { kind: 'html', value: html }, paper, printing));
  return { key: printing.key, sha256 };
}
