/** The frame of every page: one inline stylesheet, allowed by its hash, no cookies, and nothing from other origins. */
import { createHash } from 'node:crypto';
import { momentsScript } from './built-scripts.ts';
import { type Html, html, minified } from './html.ts';
import type { Reader } from './reader.ts';
import { rulesFor } from './stylesheet.ts';

export interface Page {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** One sentence across the top. Without it, a page in test mode has the test banner. */
  readonly notice?: string | undefined;
  /** `sheet` has one column, `review` has two, and `table` is wide, for many items. */
  readonly layout?: 'sheet' | 'review' | 'table';
  /** Whether it has a form, which browsers submit only if the policy allows it. */
  readonly hasForm?: boolean;
  /** The origin of the file store, if this page uploads a file to it. */
  readonly store?: string;
  /** A URL that a form of this page redirects to. Browsers also check redirects against the policy. */
  readonly redirectsTo?: string | undefined;
  /** Where its pictures come from: this service (true), or the page itself. Without it, the page has none. */
  readonly images?: boolean | 'data:';
  /** Whether search engines may list it. Ignored in test mode. */
  readonly isListed?: boolean;
  readonly style?: Html;
  /** A script of this page only. It may call only this service. */
  readonly script?: Html | undefined;
  /** The path that serves the script, if it is too large for the page. Browsers cache it. */
  readonly scriptPath?: string;
  /** This page's own links in the footer, before the operator's. */
  readonly links?: readonly Html[];
  /** The number of the order that the page is about, which its support links pass on. */
  readonly orderNumber?: string | undefined;
}

const hashOf = (text: Html): string => `'sha256-${createHash('sha256').update(text.toString()).digest('base64')}'`;

const versionOf = (text: Html): string => createHash('sha256').update(text.toString()).digest('base64url').slice(0, 12);

/** Serves a script. A page of another release gets this release's script, uncached. */
export const scriptPage = (script: Html, version: string): Page => ({
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': version === versionOf(script) ? 'public, max-age=31536000, immutable' : 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: script.toString(),
});

export function page(parts: PageParts, reader: Reader): Page {
  const { title, body, notice, layout = 'sheet', orderNumber, scriptPath, script, style: ownStyle } = parts;
  const { hasForm = false, images = false, isListed = false, store, redirectsTo } = parts;
  const { operator, isTest, language } = reader;
  const markup = body.toString();
  const style = html`${rulesFor(markup)}${ownStyle !== undefined && minified(ownStyle)}`;
  const inlineScripts = [
    markup.includes('<time class="moment') ? momentsScript() : undefined,
    scriptPath ? undefined : script,
  ].filter((each) => each !== undefined);
  const allowedOrigins = store === undefined ? "'self'" : `'self' ${store}`;
  const scriptSources = [...inlineScripts.map(hashOf), ...(scriptPath ? ["'self'"] : [])];
  const imageSources = [
    images === true ? "'self'" : images,
    operator.logoUrl && new URL(operator.logoUrl).origin,
  ].filter(Boolean);
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(scriptSources.length > 0 ? [`script-src ${scriptSources.join(' ')}`] : []),
    ...(script === undefined ? [] : [`connect-src ${allowedOrigins}`]),
    ...(imageSources.length > 0 ? [`img-src ${imageSources.join(' ')}`] : []),
    `form-action ${hasForm ? [allowedOrigins, redirectsTo && new URL(redirectsTo).origin].filter(Boolean).join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    vary: 'accept-language',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': isListed && !isTest ? 'all' : 'noindex',
  };
  const banner = notice ?? (isTest ? reader.say('Test mode: nothing is charged, mailed or faxed.') : undefined);
  const document = html`<!doctype html>
<html lang="${language === 'fr' ? 'fr-CA' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${operator.name === undefined ? title : `${title} · ${operator.name}`}</title>
<style>${style}</style>
</head>
<body>
${banner !== undefined && html`<aside class="notice">${banner}</aside>`}
<a class="skip" href="#main-content">${reader.say('Skip to content')}</a>
${masthead(reader)}
<main class="${layout}" id="main-content" tabindex="-1">
${body}
</main>
${footer(reader, orderNumber, parts.links)}
${inlineScripts.map((each) => html`<script>${each}</script>\n`)}${scriptPath !== undefined && script !== undefined && html`<script src="${`${scriptPath}?script=${versionOf(script)}`}"></script>\n`}</body>
</html>
`;
  return { headers, body: document.toString() };
}

export const homePath = '/v1';

/** The header: the service's name, which links to the home page, and a link to help. */
function masthead({ operator: { name, logoUrl }, say }: Reader): Html {
  // An envelope with an airmail border, in the page's own colors.
  const envelope = html`<svg class="mark" viewBox="0 0 36 26" width="36" height="26" aria-hidden="true">
<rect class="paper" x="1" y="1" width="34" height="24" rx="2.5" stroke="currentColor" stroke-width="1.5"/>
<path d="m2 3 16 12L34 3" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>
<path class="red" d="m5 24 2-4h4l-2 4zM17 24l2-4h4l-2 4z"/><path class="blue" d="m11 24 2-4h4l-2 4zM23 24l2-4h4l-2 4z"/></svg>`;
  const logo = logoUrl === undefined ? envelope : html`<span class="logo"><img src="${logoUrl}" alt=""></span>`;
  return html`<header class="masthead"><a class="from" href="${homePath}">${logo}${name ?? html`<span lang="en">Print and mail</span>`}</a>
<a href="${homePath}#help">${say('Help')}</a></header>`;
}

/** The footer: links to support, terms and policies, and the operator's details. */
function footer(reader: Reader, orderNumber: string | undefined, pageLinks: readonly Html[] = []): Html | false {
  const { name, support, termsUrl, privacyUrl, refundPolicyUrl, postalAddress } = reader.operator;
  const links = [
    ...pageLinks,
    support !== undefined && contactSupport(reader, orderNumber),
    orderNumber !== undefined && reportThis(reader, orderNumber),
    termsUrl !== undefined && html`<a href="${termsUrl}">${reader.say('Terms')}</a>`,
    privacyUrl !== undefined && html`<a href="${privacyUrl}">${reader.say('Privacy')}</a>`,
    refundPolicyUrl !== undefined && html`<a href="${refundPolicyUrl}">${reader.say('Refund policy')}</a>`,
  ].filter((link) => link !== false);
  const lines = [[name, postalAddress].filter((text) => text !== undefined).join(', '), taxLine(reader)].filter(
    (line) => line !== '' && line !== undefined,
  );
  if (links.length + lines.length === 0) return false;
  return html`<footer class="imprint">
${links.length > 0 && html`<p class="links">${links.map((link) => html`${link} `)}</p>`}
${lines.map((line) => html`<p>${line}</p>`)}
</footer>`;
}

/** The tax registration with a label in the reader's language instead of any in the setting; undefined if there is none. */
export function taxLine({ operator: { taxRegistration }, say }: Reader): string | undefined {
  const number = taxRegistration?.replace(/^(?:GST\/HST|TPS\/TVH)[\s:#]*/i, '');
  return number === undefined ? undefined : say('GST/HST registration {number}', { number });
}

/** A link to the operator's support, with the order number; plain text if the operator has no support contact. */
export function contactSupport(reader: Reader, orderNumber: string | undefined): Html {
  const label = reader.say('Contact support');
  const { support } = reader.operator;
  return support === undefined ? html`${label}` : html`<a href="${supportUrl(support, orderNumber)}">${label}</a>`;
}

/** A link to support for someone who received something abusive, marked as a report; false without a support contact. */
export function reportThis(reader: Reader, orderNumber: string): Html | false {
  const label = reader.say('Report this order');
  const subject = reader.say('{label}: {text}', { label, text: orderNumber });
  const { support } = reader.operator;
  return support !== undefined && html`<a href="${supportUrl(support, orderNumber, subject)}">${label}</a>`;
}

/**
 * `mailto:help@example.com` → `mailto:help@example.com?subject=K7QM…`, `https://…` → `https://…?order=K7QM…`. A report by
 * email has the subject `reportSubject`, and on a web page the parameter `about=report`. Mail programs don't decode + as a space.
 */
function supportUrl(support: string, orderNumber: string | undefined, reportSubject?: string): string {
  if (orderNumber === undefined) return support;
  const url = new URL(support);
  const isMail = url.protocol === 'mailto:';
  if (isMail) url.searchParams.set('subject', reportSubject ?? orderNumber);
  else url.searchParams.set('order', orderNumber);
  if (reportSubject !== undefined && !isMail) url.searchParams.set('about', 'report');
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}
