/** Rules for every page: headers, policy, escaping, valid HTML, and which scripts it may have. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Operator } from '../../shared/domain/names.ts';
import * as scripts from '../../shared/pages/built-scripts.ts';
import type { EmailView } from '../../shared/pages/emails/event-email.ts';
import { html } from '../../shared/pages/html.ts';
import { notFoundPage } from '../../shared/pages/message.ts';
import { type Page, page, reportThis, scriptPage } from '../../shared/pages/page.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { anyCharacter } from '../support/any-character.ts';
import { emailOf, emailReader, emailViews } from '../support/pages/emails.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText, skeleton, textOf } from '../support/pages/reading.ts';
import { everyPage, payView, readerOf } from '../support/pages/views.ts';
import { readerIn, receiptOf } from '../support/receipts.ts';
import { sample, times } from '../support/sampling.ts';

const names = Object.keys(everyPage());

const pageNamed = (name: string, word?: string) => {
  const build = everyPage(word)[name];
  if (build === undefined) throw new Error(`there is no page named ${name}`);
  return build();
};

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onmouseover='alert(1)`,
  '</title></style></textarea><!-- <![CDATA[',
  'javascript:alert(1)',
  '&lt;script&gt; &#60;script&#62; &amp',
  '{{1}}<%= 1 %>',
  '\u0000\u202E\uD800',
  '',
];

/** The pages with a Copy button. */
const hasCopyButton = (name: string) => name === 'home' || name === 'form for bank accounts, registered';

/** The order forms, which have their own script. */
const isOrderForm = (name: string) => /^form of an order(?:, with problems|, a check)?$/.test(name);

describe.each(sample(names, 2, 'pages'))('the page %s', (name) => {
  test.each(sample(hostile, 3, 'words on pages'))('shows %j only as text', (word) => {
    expect(skeleton(pageNamed(name, word))).toEqual(skeleton(pageNamed(name)));
  });

  test('keeps its structure with any text', () => {
    const structure = skeleton(pageNamed(name));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (word) => {
        expect(skeleton(pageNamed(name, word))).toEqual(structure);
      }),
      { numRuns: times(30, 2, 'random words on pages') },
    );
  });

  test('has only its known scripts, and no style attribute, event handler or base', () => {
    const all = elements(pageNamed(name, hostile[0]));
    expect(all.filter(({ tagName }) => ['base', 'iframe', 'object', 'embed'].includes(tagName))).toEqual([]);
    expect(all.flatMap(({ attrs }) => attrs).filter((attr) => /^(style|on.*)$/.test(attr.name))).toEqual([]);
    const scriptElements = all.filter(({ tagName }) => tagName === 'script');
    const moments = all.filter((each) => attribute(each, 'class')?.startsWith('moment'));
    expect(scriptElements.map(textOf)).toEqual([
      ...(moments.length > 0 ? [scripts.momentsScript().toString()] : []),
      ...(name.startsWith('mailbox') ? [scripts.mailboxScript().toString()] : []),
      ...(hasCopyButton(name) ? [scripts.copyScript().toString()] : []),
      ...(name === 'attach' ? [scripts.attachScript().toString()] : []),
      ...(isOrderForm(name) ? [''] : []),
    ]);
    const sources = scriptElements.flatMap(({ attrs }) => attrs.map((attr) => `${attr.name} ${attr.value}`));
    expect(sources).toEqual(isOrderForm(name) ? [expect.stringContaining('src /v1/new?script=')] : []);
  });

  test('allows only its own style element', () => {
    const page = pageNamed(name);
    const styles = elements(page, 'style');
    const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(textOf(style)).digest('base64')}'`);
    expect(hashes).toHaveLength(1);
    expect(page.headers['content-security-policy']).toContain(`style-src ${hashes[0]};`);
  });

  test('defines every variable of its styles', () => {
    const { body } = pageNamed(name);
    const defined = new Set([...body.matchAll(/(--[\w-]+)\s*:/g)].map(([, variable]) => variable));
    const used = [...body.matchAll(/var\((--[\w-]+)\)/g)].map(([, variable]) => variable);
    expect(used.filter((variable) => !defined.has(variable))).toEqual([]);
  });

  test('has exactly the promised headers', () => {
    const { 'content-security-policy': policy, ...others } = pageNamed(name).headers;
    expect(others).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      vary: 'accept-language',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': /^home|documentation/.test(name) ? 'all' : 'noindex',
    });
    const isMailbox = name.startsWith('mailbox');
    const hasPreviews = name.includes('previews') || (isOrderForm(name) && !name.includes('check'));
    const embeddedImages = name.startsWith('receipt') ? 'data: ' : '';
    const images = isMailbox || hasPreviews ? "'self' " : embeddedImages;
    const scriptSources = elements(pageNamed(name), 'script').map((each) =>
      textOf(each) === '' ? "'self'" : "'sha256-…'",
    );
    const store = name === 'attach' ? "'self' https://store.example" : undefined;
    const mayConnect = isMailbox || hasCopyButton(name) || isOrderForm(name) || store !== undefined;
    const connect = mayConnect ? `connect-src ${store ?? "'self'"}; ` : '';
    const script = scriptSources.length > 0 ? `script-src ${scriptSources.join(' ')}; ${connect}` : '';
    const hasForm = ['checkout', 'cancel'].includes(name) || /^form|address|^verify/.test(name) || isMailbox;
    const redirect = /^pay, with .*emails/.test(name) ? "'self' https://pay.example" : undefined;
    const formAction = store ?? redirect ?? (hasForm ? "'self'" : "'none'");
    expect(policy?.replaceAll(/sha256-[^']+/g, 'sha256-…')).toBe(
      `default-src 'none'; style-src 'sha256-…'; ${script}img-src ${images}https://mail.example; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  test('has a language, a title, a skip link to its main landmark, one h1, and unique ids', () => {
    const elementsOfPage = elements(pageNamed(name));
    const all = (tag: string) => elementsOfPage.filter(({ tagName }) => tagName === tag);
    expect(attribute(all('html')[0], 'lang')).toBe('en');
    expect(all('title').map(textOf)[0]).toBeTruthy();
    expect(all('main')).toHaveLength(1);
    expect(all('h1')).toHaveLength(1);
    const ids = elementsOfPage.map((element) => attribute(element, 'id')).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all('img').every((image) => attribute(image, 'alt') !== undefined)).toBe(true);
    expect(attribute(all('a')[0], 'href')).toBe('#main-content');
    expect(attribute(all('main')[0], 'id')).toBe('main-content');
  });
});

test('browsers cache a page’s script for a year, but not under another release’s version', () => {
  const { orderingScript } = scripts;
  const { body } = pageNamed('form of an order');
  const [, version = ''] = /\?script=([\w-]+)"/.exec(body) ?? [];
  const cacheControl = (requested: string) => scriptPage(orderingScript(), requested).headers['cache-control'];
  expect([version, `${version}0`].map(cacheControl)).toEqual(['public, max-age=31536000, immutable', 'no-store']);
  expect(scriptPage(orderingScript(), version).body).toBe(orderingScript().toString());
});

describe('the operator of the service', () => {
  const pageOf = (operator: Operator, orderNumber?: string) =>
    page({ title: 'Order', body: html`<h1>Order</h1>`, orderNumber }, readerFor({ operator, isTest: false }));
  const links = (page: Page) => elements(page).flatMap((element) => attribute(element, 'href') ?? []);

  test('appears on each page with the configured links and numbers, and nothing else', () => {
    expect(pageText(pageOf({}))).toBe('Skip to content Print and mail Help Order');
    expect(links(pageOf({}))).toEqual(['#main-content', '/v1', '/v1#help']);
    const full = pageOf({ ...readerOf('Acme').operator, name: 'Acme Letters', taxRegistration: '1 RT1' });
    expect(pageText(full)).toContain('Acme Letters, Acme');
    expect(pageText(full)).toContain('GST/HST registration 1 RT1');
    for (const taxRegistration of ['GST/HST 1 RT1', 'tps/tvh: 1 RT1'])
      expect(pageText(pageOf({ taxRegistration }))).toContain('GST/HST registration 1 RT1');
    expect(links(full).slice(3)).toEqual([
      'mailto:help@example.com',
      'https://mail.example/terms',
      'https://mail.example/privacy',
      'https://mail.example/refunds',
    ]);
  });

  test('can get a report about an order from its page, its receipt and its email', async () => {
    const reader = readerIn('en');
    const { html: email = '' } = emailOf(emailViews['letter, paid'] as EmailView, emailReader('en'));
    const pages = [payPage(payView(), reader), receiptPage(await receiptOf('letter'), reader)];
    expect(pages[1]?.body).toMatch(/<dt>Mailed<\/dt><dd><time/);
    for (const markup of [...pages.map(({ body }) => body), email])
      expect(markup).toMatch(/href="mailto:[^"]+\?subject=Report%20this%20order%3A%20[\w%]+"/);
  });

  test('gets the order number from support links, by email or in a URL', () => {
    expect(links(pageOf({ support: 'mailto:help+mail@example.com' }, 'order_1')).slice(3)).toEqual([
      'mailto:help+mail@example.com?subject=order_1',
      'mailto:help+mail@example.com?subject=Report%20this%20order%3A%20order_1',
    ]);
    const reported = reportThis(readerOf('Acme', { acceptLanguage: 'fr' }), 'order_1').toString();
    expect(decodeURIComponent(reported)).toContain('?subject=Signaler cette commande\u00A0: order_1"');
    expect(links(pageOf({ support: 'https://example.com/help?from=mail#form' }, 'order_1')).slice(3)).toEqual([
      'https://example.com/help?from=mail&order=order_1#form',
      'https://example.com/help?from=mail&order=order_1&about=report#form',
    ]);
  });

  test('may have a logo on another origin, which the policy allows only for images', () => {
    const policy = pageOf({ name: 'Acme', logoUrl: 'https://cdn.example/a.svg' }).headers['content-security-policy'];
    expect(policy).toContain('; img-src https://cdn.example; ');
  });
});

test('a page starts with the test mode banner, only in test mode', () => {
  const textIf = (isTest: boolean) => pageText(payPage({ ...payView(), isTest }, readerOf()));
  expect(textIf(true)).toMatch(/^Test mode: nothing is charged/);
  expect(textIf(false)).not.toContain('Test mode');
});

test('the page for a wrong link names the two usual causes, and its links do not contain the code', () => {
  const lost = notFoundPage(undefined, readerOf('Acme'));
  expect(pageText(lost)).toContain(
    'Part of the link may be missing. Copy the whole link from the original message.We show an order for 400 days',
  );
  const textLinks = elements(lost).filter((each) => attribute(each, 'class') === 'text-link');
  expect(textLinks.map((link) => attribute(link, 'href'))).toEqual(['/v1']);
});
