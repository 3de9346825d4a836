/** Telnyx's error bodies, as far as they are read: whose field is at fault, never the words. */
import * as z from 'zod/mini';

const errors = z.object({
  errors: z
    .array(z.looseObject({ source: z.nullish(z.looseObject({ pointer: z.nullish(z.string()) })) }))
    .check(z.minLength(1)),
});

/** `/to` → `to`; an empty name where an error points nowhere; undefined where the body is not Telnyx's. */
export const blamedFields = (body: unknown): readonly string[] | undefined =>
  errors.safeParse(body).data?.errors.map(({ source }) => source?.pointer?.split('/').at(-1) ?? '');
