/** Who is notified of a job's events, as the request and the payer asked. */
import * as z from 'zod/mini';
import { maxUrlLength } from '../input/content.ts';
import { atMost, normalized } from '../text.ts';

const languages = ['en', 'fr'] as const;
export type NotifyLanguage = (typeof languages)[number];

interface WebhookTarget {
  readonly url: string;
  /** The secret of a receiver that verifies with its own. It is never shown again. */
  readonly secret?: string | undefined;
}

interface EmailTarget {
  readonly address: string;
  readonly language: NotifyLanguage;
}

export interface Notify {
  readonly webhook?: WebhookTarget | undefined;
  readonly email?: EmailTarget | undefined;
  /** The payer has ticked the box; the payment brings the address. */
  readonly payer?: { readonly language: NotifyLanguage; readonly address?: string | undefined } | undefined;
}

const emailForm = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Dot-atoms of RFC 5321 in letters of any language, without the signs that only attacks use. The last label is no number. */
const plainForm =
  /^(?=.{1,64}@)[\p{L}\p{N}\p{M}!#$&'*+/=_~-]+(?:\.[\p{L}\p{N}\p{M}!#$&'*+/=_~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/iu;

const oneAddress = 'must be one e-mail address, ada@example.com';

/** The most characters of an address in SMTP (RFC 5321, erratum 1690). */
const mostInAddress = 254;

export const emailField = z.string('must be an e-mail address').check(
  atMost(mostInAddress),
  z.regex(emailForm, { error: oneAddress, abort: true }),
  z.refine((text) => plainForm.test(text), oneAddress),
);

/** The address, if it is a plain one. Payment providers pass on what people type. */
export const plainEmail = (text: unknown): string | undefined => {
  const { success, data } = emailField.safeParse(text);
  return success ? data : undefined;
};

/** With the address that the payer gave for the payment, if the payer has ticked the box. */
export const withPayerAddress = (notify: Notify | undefined, address: string | undefined): Notify | undefined =>
  notify?.payer === undefined || address === undefined
    ? notify
    : { ...notify, payer: { ...notify.payer, address: notify.payer.address ?? address } };

/** Mail servers deliver `Ada+1@example.com` to ada, and Google's without the dots, too. */
export const mailboxOf = (address: string): string => {
  const [, name = '', host = ''] =
    /^(\+?[^+@]*)(?:\+[^@]*)?@(.*)$/su.exec(normalized(address.slice(0, mostInAddress), 'NFKC').toLowerCase()) ?? [];
  return /^g(?:oogle)?mail\.com$/.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
};

/** `a…@example.com`: for a page that others than the reader of this address may open. */
export const maskedEmail = (address: string): string => address.replace(/^(.).*(?=@)/su, '$1…');

const wish = z.object(
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
      emailField.check(z.describe('Is written to when it is paid, mailed or sent, delivered, returned or has failed.')),
    ),
    language: z.nullish(z.enum(languages, 'must be en or fr')).check(z.describe('Of the e-mails; en if left out.')),
  },
  'must be an object with webhook_url, email or both',
);

export const notifySchema = z.nullable(
  wish.check(z.describe('Who is told of this job’s events, so that nobody has to ask again and again.')),
);

/** In the request for a job, beside the order. */
export const notifyField = z.optional(notifySchema);

export type NotifyWish = z.infer<typeof notifyField>;
