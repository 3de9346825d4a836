/** The frame of every email, as HTML and as plain text, with no pictures, scripts or anything else to load. */
import { type Html, html, minified } from '../html.ts';
import { contactSupport, reportThis } from '../page.ts';
import type { Reader } from '../reader.ts';

export interface EmailText {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly heading: string;
  readonly paragraphs: readonly (Html | string)[];
  readonly facts: readonly { readonly label: string; readonly value: Html | string }[];
  /** The first is a button. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly orderNumber: string;
  readonly hasDocument: boolean;
}

export interface EmailRecipient {
  /** True if the payer checked the box on the pay page, false if the API request named the address. */
  readonly isPayer: boolean;
  /** Whether the bank account is theirs. */
  readonly isOwner?: boolean | undefined;
  readonly stopUrl: string;
}

export function renderEmail(message: EmailText, recipient: EmailRecipient, reader: Reader) {
  return {
    subject: reader.say('{label}: {text}', { label: message.label, text: message.heading }),
    text: renderText(message, recipient, reader),
    html: renderHtml(message, recipient, reader).toString(),
  };
}

/** The pages' colors are repeated here because many mail programs don't support CSS variables. */
const stylesheet = minified(html`
body { margin: 0; padding: 0; background: #efece5; color: #24211c; }
body, a { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
.mail { max-width: 560px; margin: 0 auto; padding: 24px 16px; font-size: 16px; line-height: 1.55; }
.test { margin: 0 0 16px; padding: 12px 16px; background: #fbe6ac; color: #4a3300; font-weight: 600; text-align: center; }
.seller { margin: 0 0 16px; font-weight: 600; }
.sheet { padding: 28px 24px; background: #fffdf9; border-top: 6px solid #1f4f8f; }
.label { margin: 0 0 6px; font-size: 14px; font-weight: 600; color: #645d52; }
.good { color: #1c6844; }
.bad { color: #a92b25; }
h1 { margin: 0; font: 500 26px/1.25 'Iowan Old Style', Palatino, Georgia, serif; overflow-wrap: anywhere; }
.sheet p { margin: 12px 0 0; }
.sheet .label { margin: 0 0 6px; }
table { width: 100%; margin: 20px 0 0; border-collapse: collapse; }
th, td { padding: 10px 0; border-top: 1px solid #ded8cc; text-align: left; vertical-align: top; font-weight: 400; }
th { width: 34%; padding-right: 12px; color: #645d52; }
td { overflow-wrap: anywhere; }
a { color: #1f4f8f; }
.button {
  display: block; padding: 13px 20px; border-radius: 8px; background: #1f4f8f; color: #fff;
  font-weight: 600; text-align: center; text-decoration: none;
}
.sheet .actions { margin: 24px 0 0; }
.text-link { text-align: center; }
.foot { padding: 16px 8px 0; font-size: 13px; color: #645d52; text-align: center; }
.foot p { margin: 8px 0 0; }
.foot a { color: #645d52; }
@media (prefers-color-scheme: dark) {
  body { background: #151412; color: #ece7dd; }
  .test { background: #453408; color: #ffe3a1; }
  .sheet { background: #211f1c; border-color: #9cc3f5; }
  .label, th, .foot, .foot a { color: #b0a899; }
  .good { color: #8ad6b0; }
  .bad { color: #ff9d92; }
  th, td { border-color: #3f3a33; }
  a { color: #9cc3f5; }
  .button { background: #9cc3f5; color: #0f2138; }
}
`);

const testBanner = ({ isTest, say }: Reader): string | false =>
  isTest && say('Test mode: nothing is charged, mailed or faxed.');

function reasonOf({ isPayer, isOwner }: EmailRecipient, { say }: Reader): string {
  if (isOwner) return say('You got this email because your address was given with this bank account.');
  return isPayer
    ? say('You got this email because you asked for it when you paid.')
    : say('You got this email because your address was given with this order.');
}

const deletionNote = 'You can delete the document on the order’s page once the order is sent or has ended.';

const operatorLine = ({ operator: { name, postalAddress } }: Reader): string =>
  [name, postalAddress].filter((line) => line !== undefined).join(', ');

function renderHtml(message: EmailText, recipient: EmailRecipient, reader: Reader): Html {
  const { label, tone, heading, paragraphs, facts, links, orderNumber, hasDocument } = message;
  const { language, operator, say } = reader;
  const banner = testBanner(reader);
  const [first, ...others] = links;
  const sender = operatorLine(reader);
  return html`<!doctype html>
<html lang="${language === 'fr' ? 'fr-CA' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>${stylesheet}</style>
</head>
<body>
<div class="mail">
${banner !== false && html`<p class="test">${banner}</p>`}
${operator.name !== undefined && html`<p class="seller">${operator.name}</p>`}
<div class="sheet">
<p class="label${tone !== 'plain' && ` ${tone}`}">${label}</p>
<h1>${heading}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}
<table>
${facts.map((fact) => html`<tr><th scope="row">${fact.label}</th><td>${fact.value}</td></tr>\n`)}
</table>
${first !== undefined && html`<p class="actions"><a class="button" href="${first.url}">${first.text}</a></p>`}
${others.map(({ text, url }) => html`<p class="text-link"><a href="${url}">${text}</a></p>\n`)}
</div>
<div class="foot">
<p>${reasonOf(recipient, reader)} <a href="${recipient.stopUrl}">${say('Stop these emails')}</a></p>
${hasDocument && html`<p>${say(deletionNote)}</p>`}
${operator.support !== undefined && html`<p>${contactSupport(reader, orderNumber)} ${reportThis(reader, orderNumber)}</p>`}
${sender !== '' && html`<p>${sender}</p>`}
</div>
</div>
</body>
</html>
`;
}

/** The text of our own markup. Each link is followed by its URL in parentheses, a mailto link by the address only. */
function plainTextOf(markup: Html | string): string {
  if (typeof markup === 'string') return markup;
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return markup
    .toString()
    .replace(/<a [^>]*href="(?:mailto:([^"?]*)[^"]*|([^"]*))"[^>]*>([^<]*)<\/a>/g, '$3 ($1$2)')
    .replaceAll('<br>', ', ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
}

function renderText(message: EmailText, recipient: EmailRecipient, reader: Reader): string {
  const { label, heading, paragraphs, facts, links, orderNumber, hasDocument } = message;
  const { operator, say } = reader;
  const labeled = (name: string, value: string) => say('{label}: {text}', { label: name, text: value });
  const blocks = [
    testBanner(reader),
    `${label}\n${heading}`,
    ...paragraphs.map(plainTextOf),
    facts.map((fact) => labeled(fact.label, plainTextOf(fact.value))).join('\n'),
    links.map(({ text, url }) => `${say('{label}:', { label: text })}\n${url}`).join('\n\n'),
    '--',
    [
      reasonOf(recipient, reader),
      `${say('{label}:', { label: say('Stop these emails') })}\n${recipient.stopUrl}`,
      hasDocument && say(deletionNote),
      operator.support !== undefined && plainTextOf(contactSupport(reader, orderNumber)),
      operator.support !== undefined && plainTextOf(reportThis(reader, orderNumber) || ''),
      operatorLine(reader),
    ]
      .filter(Boolean)
      .join('\n'),
  ];
  return `${blocks.filter((block) => block !== false && block !== '').join('\n\n')}\n`;
}
