/** The frame of all pages: one stylesheet, allowed by its hash, no cookie, and nothing from other origins. */
import { createHash } from 'node:crypto';
import { script as momentsScript } from '#scripts/moments';
import { compacted, type Html, html } from './html.ts';
import type { Reader } from './reader.ts';
import { stylesheet } from './stylesheet.ts';
import { hasMoments } from './time.ts';

export interface Page {
  readonly status?: never;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** One sentence across the top that nobody may miss. In a test it is the test banner unless the page has its own. */
  readonly notice?: string | undefined;
  /** `sheet` is one column on paper. `review` has a second one beside it. `table` is a wide surface for many items. */
  readonly layout?: 'sheet' | 'review' | 'table';
  readonly formAction?: boolean;
  /** The origin of the store, if a form or a script of this page sends it a file. */
  readonly store?: string;
  /** An address to which a form of this page leads, through one of this service: browsers hold the whole way against the policy. */
  readonly leadsTo?: string | undefined;
  readonly images?: boolean;
  /** Search engines may list it. Those of a test must not. */
  readonly isListed?: boolean;
  /** Rules of this page alone, after those of all pages. */
  readonly style?: Html;
  /** A script of this page alone. It may ask this service, and no other. */
  readonly script?: Html;
  /** The number of the order that the page is about; support gets it with the letter. */
  readonly orderNumber?: string | undefined;
}

const hashOf = (text: Html): string => `'sha256-${createHash('sha256').update(text.toString()).digest('base64')}'`;

const common = compacted(stylesheet);
const commonHash = hashOf(common);

const scriptsOf = ({ body, script }: PageParts): readonly Html[] =>
  [hasMoments(body) ? momentsScript : undefined, script].filter((each) => each !== undefined);

const withOwn = (style: Html | undefined): Html => (style === undefined ? common : html`${common}${compacted(style)}`);

export function page(parts: PageParts, reader: Reader): Page {
  return { headers: headersFor(parts, reader), body: documentOf(parts, reader).toString() };
}

function headersFor(parts: PageParts, { operator, isTest }: Reader) {
  const { formAction = false, images = false, isListed = false, store, leadsTo, style, script } = parts;
  const own = store === undefined ? "'self'" : `'self' ${store}`;
  const scripts = scriptsOf(parts).map(hashOf);
  const pictures = [images && "'self'", operator.logoUrl && new URL(operator.logoUrl).origin].filter(Boolean);
  const policy = [
    "default-src 'none'",
    `style-src ${style === undefined ? commonHash : hashOf(withOwn(style))}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(script === undefined ? [] : [`connect-src ${own}`]),
    ...(pictures.length > 0 ? [`img-src ${pictures.join(' ')}`] : []),
    `form-action ${formAction ? [own, leadsTo && new URL(leadsTo).origin].filter(Boolean).join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    vary: 'accept-language',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': isListed && !isTest ? 'all' : 'noindex',
  };
}

function documentOf(parts: PageParts, reader: Reader): Html {
  const { title, body, notice, layout = 'sheet', orderNumber, style } = parts;
  const { operator, isTest, language } = reader;
  const banner = notice ?? (isTest ? reader.say('Test mode: nothing is charged, mailed or faxed.') : undefined);
  return html`<!doctype html>
<html lang="${language === 'fr' ? 'fr-CA' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${operator.name === undefined ? title : `${title} · ${operator.name}`}</title>
<style>${withOwn(style)}</style>
</head>
<body>
${banner !== undefined && html`<aside class="notice">${banner}</aside>`}
${seller(reader)}
<main class="${layout}">
${body}
</main>
${imprint(reader, orderNumber)}
${scriptsOf(parts).map((script) => html`<script>${script}</script>\n`)}</body>
</html>
`;
}

/** The name and logo of the operator. */
function seller({ operator: { name, logoUrl } }: Reader): Html | false {
  if (name === undefined) return false;
  const logo = logoUrl !== undefined && html`<img src="${logoUrl}" alt="" height="32">`;
  return html`<header class="seller">${logo}<span>${name}</span></header>`;
}

/** The operator who answers for the page, and the terms. */
function imprint(reader: Reader, orderNumber: string | undefined): Html | false {
  const { name, support, termsUrl, privacyUrl, refundPolicyUrl, postalAddress, taxRegistration } = reader.operator;
  const links = [
    support !== undefined && contactSupport(reader, orderNumber),
    termsUrl !== undefined && html`<a href="${termsUrl}">${reader.say('Terms')}</a>`,
    privacyUrl !== undefined && html`<a href="${privacyUrl}">${reader.say('Privacy')}</a>`,
    refundPolicyUrl !== undefined && html`<a href="${refundPolicyUrl}">${reader.say('Refund policy')}</a>`,
  ].filter((link) => link !== false);
  const lines = [
    [name, postalAddress].filter((text) => text !== undefined).join(', '),
    taxRegistration === undefined ? '' : reader.say('GST/HST registration {number}', { number: taxRegistration }),
  ].filter((line) => line !== '');
  if (links.length + lines.length === 0) return false;
  return html`<footer class="imprint">
${links.length > 0 && html`<p class="links">${links.map((link) => html`${link} `)}</p>`}
${lines.map((line) => html`<p>${line}</p>`)}
</footer>`;
}

/** A link to the operator's support that carries the order number; the words alone if there is no support. */
export function contactSupport(reader: Reader, orderNumber: string | undefined): Html {
  const words = reader.say('Contact support');
  const { support } = reader.operator;
  return support === undefined ? html`${words}` : html`<a href="${addressed(support, orderNumber)}">${words}</a>`;
}

/** `mailto:help@example.com` → `mailto:help@example.com?subject=K7QM…`, `https://…` → `https://…?order=K7QM…` */
function addressed(support: string, orderNumber: string | undefined): string {
  if (orderNumber === undefined) return support;
  const url = new URL(support);
  url.searchParams.set(url.protocol === 'mailto:' ? 'subject' : 'order', orderNumber);
  return url.href;
}
