/** The recipients of a job's events: those named in the request, and the payer if they opt in. */
import * as z from 'zod/mini';
import { maxUrlLength } from '../input/content.ts';
import { atMost, normalized } from '../text.ts';

export type NotifyLanguage = 'en' | 'fr';

export interface Notify {
  /** `secret`: the receiver's own, if the request has one. We never show it again. */
  readonly webhook?: { readonly url: string; readonly secret?: string | undefined } | undefined;
  readonly email?: { readonly address: string; readonly language: NotifyLanguage } | undefined;
  /** Set if the payer checked the box for emails. The address comes with the payment. */
  readonly payer?: { readonly language: NotifyLanguage; readonly address?: string | undefined } | undefined;
}

/** SMTP's limit (RFC 5321, erratum 1690). */
const maxAddressLength = 254;

export const emailField = z.string('must be an email address').check(
  atMost(maxAddressLength),
  z.regex(/^[^\s@<>()[\]\\,;:"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, {
    error: 'must be one email address, for example ada@example.com',
    abort: true,
  }),
  // Stricter than the pattern above, which is published in the schema. Before the @: RFC 5321's dot-separated atoms with
  // letters of any language, but without characters that only attacks use. After it: a host that doesn't end in a number.
  z.refine(
    (text) =>
      /^(?=.{1,64}@)[\p{L}\p{N}\p{M}!#$&'*+/=_~-]+(?:\.[\p{L}\p{N}\p{M}!#$&'*+/=_~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/iu.test(
        text,
      ),
    'must be one email address, for example ada@example.com',
  ),
);

/** The address, if it is valid. Payment providers pass on whatever people type. */
export const validEmail = (text: unknown): string | undefined => {
  const { success, data } = emailField.safeParse(text);
  return success ? data : undefined;
};

/** The mailbox that an address reaches: `ada@example.com` for `Ada+1@example.com`. Google also ignores dots. */
export const mailboxOf = (address: string): string => {
  const [, name = '', host = ''] =
    /^(\+?[^+@]*)(?:\+[^@]*)?@(.*)$/su.exec(normalized(address.slice(0, maxAddressLength), 'NFKC').toLowerCase()) ?? [];
  return /^g(?:oogle)?mail\.com$/.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
};

/** `a…@example.com`, for pages that other people may open. */
export const maskedEmail = (address: string): string => address.replace(/^(.).*(?=@)/su, '$1…');

export const notifySchema = z.nullable(
  z
    .object(
      {
        webhook_url: z.nullish(
          z
            .string('must be a URL')
            .check(
              atMost(maxUrlLength),
              z.describe('An https URL that receives signed events of this job. See the docs page “webhooks”.'),
            ),
        ),
        webhook_secret: z.nullish(
          z.string('must be a string: whsec_ and 24 to 64 random bytes in base64').check(
            // Base64 of 24 to 60 bytes (4 characters for 3 bytes), then of up to four more.
            z.regex(
              /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{4}(?:[A-Za-z0-9+/]{2}(?:==)?)?)?$/,
              'must be whsec_ and 24 to 64 random bytes in base64',
            ),
            z.describe('Your own secret: events are then also signed with v1, HMAC-SHA256. Never shown again.'),
          ),
        ),
        email: z.nullish(
          emailField.check(
            z.describe('Gets emails once the job is paid, such as when it is mailed, returned or refunded.'),
          ),
        ),
        language: z
          .nullish(z.enum(['en', 'fr'], 'must be en or fr'))
          .check(z.describe('Language of the emails; en if left out.')),
      },
      'must be an object with webhook_url, email or both',
    )
    .check(z.describe('Who gets this job’s events, so that no one has to poll.')),
);
