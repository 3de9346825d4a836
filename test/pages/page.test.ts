/** Rules for every page: headers, policy, escaping, well-formedness, and no scripts. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { messagePage } from '../../shared/pages/message.ts';
import { attribute, elements, parsed, skeleton, textOf, words } from '../support/pages/reading.ts';
import { everyPage } from '../support/pages/views.ts';

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

describe.each(names)('%s page', (name) => {
  test.each(hostile)('shows %j as text and nothing else', (word) => {
    expect(skeleton(pageNamed(name, word))).toEqual(skeleton(pageNamed(name)));
  });

  test('keeps its shape whatever it is told to say', () => {
    const shape = skeleton(pageNamed(name));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (word) => {
        expect(skeleton(pageNamed(name, word))).toEqual(shape);
      }),
      { numRuns: 30 },
    );
  });

  test('has no script, no style attribute, no handler and no base', () => {
    const found = elements(pageNamed(name, hostile[0]));
    expect(found.filter(({ tagName }) => ['script', 'base', 'iframe', 'object', 'embed'].includes(tagName))).toEqual(
      [],
    );
    expect(found.flatMap(({ attrs }) => attrs).filter((attr) => /^(style|on.*)$/.test(attr.name))).toEqual([]);
    expect(pageNamed(name, hostile[0]).body).not.toMatch(/<script/i);
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
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    const images = name.includes('mailbox') || name.includes('previews') ? "img-src 'self'; " : '';
    const form = name === 'checkout' || name.startsWith('form') ? "'self'" : "'none'";
    expect(policy?.replace(/sha256-[^']+/, 'sha256-…')).toBe(
      `default-src 'none'; style-src 'sha256-…'; ${images}form-action ${form}; frame-ancestors 'none'; base-uri 'none'`,
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
    expect(all('img').every((image) => attribute(image, 'alt'))).toBe(true);
  });
});

test('a message page says what it was given, as title and as heading', () => {
  const page = messagePage({ title: 'Not found', message: 'There is nothing at this address.' });
  expect(words(page)).toBe('Not found There is nothing at this address.');
  expect(page.body).toContain('<title>Not found</title>');
  parsed(page.body);
});
