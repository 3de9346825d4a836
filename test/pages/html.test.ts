/** The template: what it escapes, what it leaves alone, what it refuses. */
import fc from 'fast-check';
import { betweenTags, html } from '../../shared/pages/html.ts';
import { anyCharacter } from '../support/any-character.ts';
import { attribute, elements, parsed, textOf } from '../support/pages/reading.ts';

const documentWith = (text: string) =>
  html`<!doctype html><html lang="en"><title>${text}</title><p title="${text}">${text}</p></html>`.toString();

test('text and quoted attributes are escaped', () => {
  expect(html`<p title="${`"'<>&`}">${`"'<>&`}</p>`.toString()).toBe(
    '<p title="&quot;&#39;&lt;&gt;&amp;">&quot;&#39;&lt;&gt;&amp;</p>',
  );
});

test('any string comes out of a document as it went in, and the document parses without an error', () => {
  const printable = (text: string) =>
    text.replace(/(?![\t\n\f\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu, '\uFFFD');
  const asRead = (text: string) => printable(text).replace(/\r\n?/g, '\n');
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const page = { headers: {}, body: documentWith(text) };
      const paragraph = elements(page).find(({ tagName }) => tagName === 'p');
      expect(attribute(paragraph, 'title')).toBe(asRead(text));
      expect(paragraph && textOf(paragraph)).toBe(asRead(text));
    }),
  );
});

test('control characters, half surrogates and noncharacters become the replacement character', () => {
  parsed(documentWith('a\u0000b\u001Bc\uD800d\uFFFFe\u0085f'));
  expect(html`${'a\u0000b\u001Bc\uD800d\uFFFFe\u0085f'}`.toString()).toBe('a�b�c�d�e�f');
});

test('markup nests, alone and in lists; undefined and false say nothing; zero says 0', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${undefined}${false}${0}`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>0');
});

test('an object that only looks like markup is not taken for it', () => {
  const forged = { toString: () => '<script>' };
  // @ts-expect-error plain objects are no interpolation
  expect(() => html`${forged}`.toString()).toThrow(TypeError);
  // @ts-expect-error nor are lists of plain strings
  expect(html`${['<script>']}`.toString()).toBe('&lt;script&gt;');
});

test('an attribute without quotes is refused', () => {
  expect(() => html`<p title=${'a'}>`).toThrow('must be quoted');
});

test.each([
  '/v1/pay/x?a=b&c',
  '/',
  'https://pay.example/x',
  'http://127.0.0.1:8787/',
  'HTTPS://PAY.EXAMPLE/',
  'data:image/png;base64,iVBO+/8=',
])('an address may be %s', (address) => {
  expect(html`<a href="${address}">`.toString()).toBe(`<a href="${address.replace('&', '&amp;')}">`);
});

const refused = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:image/png;base64,iVBO" onload="x',
  'vbscript:x',
  '//other.example/',
  '/\\other.example/',
  '/\t/other.example/',
  'relative',
  '',
];

test.each(refused.map((address) => [JSON.stringify(address), address]))('an address may not be %s', (_, address) => {
  expect(() => html`<a href="${address}">`).toThrow(TypeError);
  expect(() => html`<img src='${address}'>`).toThrow(TypeError);
  expect(() => html`<form action="${address}">`).toThrow(TypeError);
  expect(() => html`<button FORMACTION="${address}">`).toThrow(TypeError);
});

test('between tags a text opens none, and its quotation marks stay', () => {
  expect(betweenTags('{"a": \'<b>\'} &quot;\u0000').toString()).toBe('{"a": \'&lt;b&gt;\'} &amp;quot;\uFFFD');
});

test('an address is given as a string or not at all', () => {
  expect(() => html`<a href="${undefined}">`).toThrow(TypeError);
  expect(() => html`<a href="${html`/x`}">`).toThrow(TypeError);
});
