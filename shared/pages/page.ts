/** The shell of all pages: one stylesheet, allowed by its hash, no script, and nothing from other origins. */
import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

export interface Page {
  readonly status?: never;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** One sentence across the top that nobody may miss, such as test mode. */
  readonly notice?: string | undefined;
  /** `sheet` is one column on paper. `table` is a wide surface for many items. */
  readonly layout?: 'sheet' | 'table';
  readonly formAction?: boolean;
  readonly images?: boolean;
}

const styleHash = createHash('sha256').update(stylesheet.toString()).digest('base64');

export function page(parts: PageParts): Page {
  return { headers: headersFor(parts), body: documentOf(parts).toString() };
}

function headersFor({ formAction = false, images = false }: PageParts): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(images ? ["img-src 'self'"] : []),
    `form-action ${formAction ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  };
}

function documentOf({ title, body, notice, layout = 'sheet' }: PageParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${stylesheet}</style>
</head>
<body>
${notice !== undefined && html`<header class="notice">${notice}</header>`}
<main class="${layout}">
${body}
</main>
</body>
</html>
`;
}
