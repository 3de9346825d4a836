/** Forms of environment variables, each with the sentence that says how to fix a malformed value. */
import * as z from 'zod/mini';

export const textSetting = (pattern: RegExp, cure: string) => z.optional(z.string().check(z.regex(pattern, cure)));

/** One secret, or two while it is being rotated. */
export const secrets = (each: RegExp, cure: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.refine((list) => list.split(',').every((secret) => each.test(secret)), cure)),
      z.transform((list: string) => list.split(',')),
    ),
  );

export const webAddress = (cure: string) =>
  z.pipe(
    z.string().check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), cure)),
    z.transform((text: string) => text.replace(/\/+$/, '')),
  );

export const seconds = (fallback: string, least: number, cure: string) =>
  z.pipe(
    z._default(
      z.string().check(z.refine((text) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) >= least, cure)),
      fallback,
    ),
    z.transform(Number),
  );

/** An address to use instead of the partner's own: a double's. */
export const apiBase = (title: string) => ({
  form: () => z.optional(webAddress('must be an address such as https://api.example.com')),
  parameter: { description: `Where ${title} is reached, if not at its own address`, pattern: 'https?://\\S+' },
});
