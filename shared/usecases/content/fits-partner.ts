/** Refuses a document that no partner of its product could take, before anybody pays for it. */
import type { Layout } from '../../core/content.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Deps } from '../../ports.ts';

const megabytes = (bytes: number): string => `${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`;

/** `field`: the path of the file in the request. */
export function mustFit({ settings }: Pick<Deps, 'settings'>, layout: Layout, field: string, pdf: Uint8Array): void {
  const most = settings.mostBytes?.[layout];
  if (most === undefined || pdf.length <= most) return;
  throw new Refusal({
    code: 'content_refused',
    message: `${field}: the ${layout} has ${megabytes(pdf.length)}, and its partner takes at most ${megabytes(most)} from here. Send a smaller PDF, for instance with pictures of a lower resolution.`,
    field,
  });
}
