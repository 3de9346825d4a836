/** The products that an address of the MCP endpoint serves: all of them, or at `/mcp/mail` those that move no money. */
import { isId } from '../../domain/ids.ts';
import { type ProductName, productNames } from '../../domain/names.ts';
import { notFound } from '../../domain/refusal.ts';
import { productNamed } from '../../products/index.ts';
import type { Jobs } from '../../storage/jobs.ts';

export type Toolset = readonly ProductName[];

/** Directories of apps refuse whatever moves money between people, and so does a product that draws on an account. */
export const mailOnly: Toolset = productNames.filter((name) => productNamed(name).drawsOn === undefined);

/** Function URLs have no routes, and an edge hands the path on as it is: `/mail` and `/mcp/mail` are the same. */
export const toolsetAt = (path: string): Toolset => (/\/mail\/?$/.test(path) ? mailOnly : productNames);

/** A job of another product does not exist there. */
export async function requireJobOf(
  products: Toolset | undefined,
  { jobs }: { readonly jobs: Jobs },
  request: unknown,
): Promise<void> {
  const { job_id: id } = (request ?? {}) as { readonly job_id?: unknown };
  if (products === undefined || products.length === productNames.length || typeof id !== 'string') return;
  const job = isId('job', id) ? await jobs.get(id) : undefined;
  if (job !== undefined && !products.includes(job.product)) throw notFound();
}
