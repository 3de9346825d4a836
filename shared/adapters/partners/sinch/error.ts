/** Sinch's error bodies, as far as they are read: whose field is at fault, never the words. */
import * as z from 'zod/mini';

const refusal = z.looseObject({
  code: z.union([z.string(), z.number()]),
  details: z.nullish(z.looseObject({ fieldViolations: z.nullish(z.array(z.looseObject({ field: z.string() }))) })),
});

/** Undefined where the body is not Sinch's; some of its errors stand within `error`. */
export function blamedFields(body: unknown): readonly string[] | undefined {
  const inner = (body as { readonly error?: unknown } | undefined)?.error;
  const { data } = refusal.safeParse(typeof inner === 'object' ? inner : body);
  return data && (data.details?.fieldViolations ?? []).map(({ field }) => field);
}
