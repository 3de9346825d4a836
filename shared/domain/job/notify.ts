/** Who is notified of a job's events, as the request and the payer want it. */
import * as z from 'zod/mini';
import { maxUrlLength } from '../input/content.ts';
import { atMost, normalized } from '../text.ts';

export type NotifyLanguage = 'en' | 'fr';

export interface Notify {
  /** `secret`: the receiver's own, if it has one. It is never shown again. */
  readonly webhook?: { readonly url: string; readonly secret?: string | undefined } | undefined;
  readonly email?: { readonly address: string; readonly language: NotifyLanguage } | undefined;
  /** The payer ticked the box; the payment brings the address. */
  readonly payer?: { readonly language: NotifyLanguage; readonly address?: string | undefined } | undefined;
}

/** The most characters of an address in SMTP (RFC 5321, erratum 1690). */
const maxAddressLength = 254;

export const emailField = z.string('must be an email address').check(
  atMost(maxAddressLength),
  z.regex(/^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, {
    error: 'must be one email address, for example ada@example.com',
    abort: true,
  }),
  // Dot-atoms of RFC 5321 with letters of any language, without the signs that only attacks use. The last label is no number.
  z.refine(
    (text) =>
      /^(?=.{1,64}@)[\p{L}\p{N}\p{M}!#$&'*+/=_~-]+(?:\.[\p{L}\p{N}\p{M}!#$&'*+/=_~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/iu.test(
        text,
      ),
    'must be one email address, for example ada@example.com',
  ),
);

/** The address, if it is a plain one. Payment providers pass on whatever people type. */
export const plainEmail = (text: unknown): string | undefined => {
  const { success, data } = emailField.safeParse(text);
  return success ? data : undefined;
};

/** The mailbox behind an address: `Ada+1@example.com` is ada's, and Google ignores dots. */
export const mailboxOf = (address: string): string => {
  const [, name = '', host = ''] =
    /^(\+?[^+@]*)(?:\+[^@]*)?@(.*)$/su.exec(normalized(address.slice(0, maxAddressLength), 'NFKC').toLowerCase()) ?? [];
  return /^g(?:oogle)?mail\.com$/.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
};

/** `a…@example.com`: for pages that other people may open, too. */
export const maskedEmail = (address: string): string => address.replace(/^(.).*(?=@)/su, '$1…');

export const notifySchema = z.nullable(
  z
    .object(
      {
        webhook_url: z.nullish(
          z
            .string('must be an address')
            .check(atMost(maxUrlLength), z.describe('https; gets signed events of this job: docs page webhooks.')),
        ),
        webhook_secret: z.nullish(
          z
            .string('must be a secret')
            .check(
              z.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 random bytes in base64'),
              z.describe('Your own secret: events are then also signed with v1, HMAC-SHA256. Never shown again.'),
            ),
        ),
        email: z.nullish(
          emailField.check(z.describe('Gets an email when it is paid, mailed or sent, delivered, returned or failed.')),
        ),
        language: z
          .nullish(z.enum(['en', 'fr'], 'must be en or fr'))
          .check(z.describe('Language of the emails; en if left out.')),
      },
      'must be an object with webhook_url, email or both',
    )
    .check(z.describe('Who gets this job’s events, so that no one has to poll.')),
);
