/** Sinch's callbacks, which nobody has signed: all that is taken from one is which fax to read again. */
import * as z from 'zod/mini';

export type SinchCallback =
  /** Anybody may have sent it: the fax is to be read at Sinch, and nothing else of the callback counts. */
  { readonly kind: 'reread'; readonly partnerId: string } | { readonly kind: 'ignored'; readonly why: string };

const callback = z.looseObject({
  event: z.literal('FAX_COMPLETED'),
  fax: z.looseObject({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
});

export function readSinchCallback(rawBody: string): SinchCallback {
  const { data } = callback.safeParse(parsed(rawBody));
  if (data === undefined) return { kind: 'ignored', why: 'Only the JSON of a fax that has ended counts here.' };
  return { kind: 'reread', partnerId: data.fax.id };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
