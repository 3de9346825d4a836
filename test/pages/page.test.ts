/** Rules for every page: headers, policy, escaping, well-formedness, and no script but the one for time zones. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { script as attachScript } from '#scripts/attach';
import { script as copyScript } from '#scripts/copy';
import { script as liveScript } from '#scripts/live';
import { script as mailboxScript } from '#scripts/mailbox';
import { script as momentsScript } from '#scripts/moments';
import { script as verifyScript } from '#scripts/verify';
import type { Operator } from '../../shared/core/operator.ts';
import { html } from '../../shared/pages/html.ts';
import { messagePage } from '../../shared/pages/message.ts';
import { type Page, page } from '../../shared/pages/page.ts';
import { anyCharacter } from '../support/any-character.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, parsed, skeleton, textOf, words } from '../support/pages/reading.ts';
import { everyPage, plainReader, readerOf } from '../support/pages/views.ts';
import { sample, times } from '../support/proofs.ts';

const names = Object.keys(everyPage());

const pageNamed = (name: string, word?: string) => {
  const page = everyPage(word)[name];
  if (page === undefined) throw new Error(name);
  return page;
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
];

/** The order form shows the pages of a text where scripts run. */
const typesText = (name: string) => ['form of an order', 'form of an order, with problems'].includes(name);

describe.each(sample(names, 2, 'pages'))('%s page', (name) => {
  test.each(sample(hostile, 3, 'words on pages'))('shows %j as text and nothing else', (word) => {
    expect(skeleton(pageNamed(name, word))).toEqual(skeleton(pageNamed(name)));
  });

  test('keeps its shape whatever it is told to say', () => {
    const shape = skeleton(pageNamed(name));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (word) => {
        expect(skeleton(pageNamed(name, word))).toEqual(shape);
      }),
      { numRuns: times(30, 2, 'random words on pages') },
    );
  });

  test('has at most the script for time zones, no style attribute, no handler and no base', () => {
    const found = elements(pageNamed(name, hostile[0]));
    expect(found.filter(({ tagName }) => ['base', 'iframe', 'object', 'embed'].includes(tagName))).toEqual([]);
    expect(found.flatMap(({ attrs }) => attrs).filter((attr) => /^(style|on.*)$/.test(attr.name))).toEqual([]);
    const scripts = found.filter(({ tagName }) => tagName === 'script');
    const moments = found.filter((each) => attribute(each, 'class') === 'moment');
    expect(scripts.map(textOf)).toEqual([
      ...(moments.length > 0 ? [momentsScript.toString()] : []),
      // The mailbox updates by itself. Only developers see it.
      ...(name.startsWith('mailbox') ? [mailboxScript.toString()] : []),
      ...(name.startsWith('verify') ? [verifyScript.toString()] : []),
      ...(name === 'home' ? [copyScript.toString()] : []),
      ...(name === 'attach' ? [attachScript.toString()] : []),
      ...(typesText(name) ? [liveScript.toString()] : []),
    ]);
    expect(scripts.flatMap(({ attrs }) => attrs)).toEqual([]);
  });

  test('allows exactly the one style that it carries', () => {
    const page = pageNamed(name);
    const styles = elements(page).filter(({ tagName }) => tagName === 'style');
    const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(textOf(style)).digest('base64')}'`);
    expect(hashes).toHaveLength(1);
    expect(page.headers['content-security-policy']).toContain(`style-src ${hashes[0]};`);
  });

  test('sends exactly the promised headers', () => {
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
    const own = isMailbox || name.includes('previews') || typesText(name) ? "'self' " : '';
    const hashes = elements(pageNamed(name))
      .filter(({ tagName }) => tagName === 'script')
      .map(() => "'sha256-…'");
    const hasOwn = isMailbox || name.startsWith('verify');
    const store = name === 'attach' ? "'self' https://store.example" : undefined;
    const connect = hasOwn || name === 'home' || typesText(name) || store ? `connect-src ${store ?? "'self'"}; ` : '';
    const script = hashes.length > 0 ? `script-src ${hashes.join(' ')}; ${connect}` : '';
    const posts =
      ['checkout', 'cancel', 'stop e-mails?', 'e-mails stopped'].includes(name) || /^form|address/.test(name) || hasOwn;
    const onward = /^pay, with .*e-mails/.test(name) ? "'self' https://pay.example" : undefined;
    const form = store ?? onward ?? (posts ? "'self'" : "'none'");
    expect(policy?.replaceAll(/sha256-[^']+/g, 'sha256-…')).toBe(
      `default-src 'none'; style-src 'sha256-…'; ${script}img-src ${own}https://mail.example; form-action ${form}; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  test('has a language, a title, one main landmark, one first heading, and unique ids', () => {
    const found = elements(pageNamed(name));
    const all = (tag: string) => found.filter(({ tagName }) => tagName === tag);
    expect(attribute(all('html')[0], 'lang')).toBe('en');
    expect(all('title').map(textOf)[0]).toBeTruthy();
    expect(all('main')).toHaveLength(1);
    expect(all('h1')).toHaveLength(1);
    const ids = found.map((element) => attribute(element, 'id')).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all('img').every((image) => attribute(image, 'alt') !== undefined)).toBe(true);
  });
});

test('a message page says what it was given, as title and as heading', () => {
  const page = messagePage({ title: 'Not found', message: 'There is nothing at this address.' }, plainReader);
  expect(words(page)).toBe('Not found There is nothing at this address.');
  expect(page.body).toContain('<title>Not found</title>');
  parsed(page.body);
});

describe('the operator', () => {
  const pageOf = (operator: Operator, orderNumber?: string) =>
    page({ title: 'Order', body: html`<h1>Order</h1>`, orderNumber }, readerFor({ operator, isTest: false }));
  const links = (shown: Page) => elements(shown).flatMap((element) => attribute(element, 'href') ?? []);

  test('stands on the page with the links and numbers that are set, and nothing else does', () => {
    expect(words(pageOf({}))).toBe('Order');
    const full = pageOf({ ...readerOf('Acme').operator, name: 'Acme Letters', taxRegistration: '1 RT1' });
    expect(words(full)).toContain('Acme Letters, Acme');
    expect(words(full)).toContain('GST/HST registration 1 RT1');
    expect(links(full)).toEqual([
      'mailto:help@example.com',
      'https://mail.example/terms',
      'https://mail.example/privacy',
      'https://mail.example/refunds',
    ]);
  });

  test('support hears the order number, by e-mail as by a page', () => {
    expect(links(pageOf({ support: 'mailto:help@example.com' }, 'order_1'))).toEqual([
      'mailto:help@example.com?subject=order_1',
    ]);
    expect(links(pageOf({ support: 'https://example.com/help?from=mail#form' }, 'order_1'))).toEqual([
      'https://example.com/help?from=mail&order=order_1#form',
    ]);
  });

  test('a logo of another origin is the one thing that the page loads from there', () => {
    const policy = pageOf({ name: 'Acme', logoUrl: 'https://cdn.example/a.svg' }).headers['content-security-policy'];
    expect(policy).toContain('; img-src https://cdn.example; ');
  });
});

test('a test banner stands on every page of a test, and on no other', () => {
  const shown = (isTest: boolean) =>
    words(page({ title: 'A', body: html`<h1>A</h1>` }, readerFor({ operator: {}, isTest })));
  expect(shown(true)).toMatch(/^Test mode: nothing is charged/);
  expect(shown(false)).toBe('A');
});
