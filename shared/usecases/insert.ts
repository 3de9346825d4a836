/** HTML that a partner prints on its own page, beside the order: cleaned before it counts, fitted before it is sold. */
import type { Layout, StoredDocument } from '../core/content.ts';
import type { Product } from '../core/product.ts';
import type { Deps } from '../ports.ts';
import { type PrintDeps, printable, printHtml } from './prepare-content.ts';

export interface Insert {
  readonly html: string;
  readonly field: string;
  readonly layout: Layout;
  readonly warnings: readonly string[];
}

/** The order's insert without what may not go to the partner, or `undefined` where it has none. */
export async function cleanedInsert(
  { renderer }: Pick<Deps, 'renderer'>,
  { name, insert }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<Insert | undefined> {
  const given = insert && order[insert.member];
  if (insert === undefined || typeof given !== 'string' || given.trim() === '') return undefined;
  const field = `${name}.${insert.member}`;
  const { html, warnings } = printable(field, await renderer.cleanMessage(given));
  return { html, field, layout: insert.layout, warnings: warnings.map((warning) => `${field}: ${warning}`) };
}

/** Refuses what does not fit; what fits is kept under `key`, for people to see how it will look. */
export async function fittedInsert(
  deps: PrintDeps,
  { html, field, layout }: Insert,
  key: string,
): Promise<StoredDocument> {
  const { sha256 } = printable(field, await printHtml(deps, html, layout, key));
  return { key, sha256 };
}
