/** The check of an author’s HTML: what is refused, what is removed, and what causes a warning. */
import { checkHtml, imagePixels, maxPixels } from '../../../shared/rendering/html/check-html.ts';
import { dataUri, grayPng } from '../../support/rendering/photographs.ts';
import { accepted } from '../accepted.ts';

const problemOf = async (html: string) => {
  const result = await checkHtml(html);
  return result.ok ? undefined : result.problem;
};

const htmlOf = async (html: string) => accepted(await checkHtml(html)).html;

const dot = 'data:image/png;base64,iVBORw0KGgo=';

test.each([
  ['an image', '<img src="https://example.com/a.png">'],
  ['a second candidate of srcset', `<img srcset="${dot} 1x, https://example.com/a.png 2x">`],
  ['a background attribute', '<table background="https://example.com/a.png"></table>'],
  ['an image in SVG', '<svg><image xlink:href="https://example.com/a.png"/></svg>'],
  ['a filter in SVG', '<svg><rect fill="url(https://example.com/a.svg#a)"/></svg>'],
  ['a CSS background', '<p style="background: url(https://example.com/a.png)">'],
  ['a CSS background with an escaped url()', '<p style="background: u\\72 l(https://example.com/a.png)">'],
  ['a CSS image set', '<style>p { background: image-set("https://example.com/a.png" 1x) }</style>'],
  [
    'an image inside noscript, which shows because scripts are off',
    '<noscript><img src="https://example.com/a.png"></noscript>',
  ],
])('content that would have to be fetched is refused: %s', async (_, html) => {
  expect(await checkHtml(html)).toMatchObject({
    problem: expect.stringContaining('nothing is fetched for print'),
    details: { kind: 'fetched_resource' },
  });
});

const unprintable = ['an <iframe>', 'an <object>', 'an <embed>', 'a <video>', 'an <audio>'];
test.each(unprintable)('%s is refused by name', async (element) => {
  const [, name] = element.split(/[ <>]+/);
  const problem = await problemOf(`<p>a</p><${name} src="${dot}"></${name}>`);
  expect(problem).toContain(`has ${element}, which cannot be printed`);
});

test('a long URL is shortened in the error', async () => {
  expect((await problemOf(`<img src="https://example.com/${'a'.repeat(5000)}">`))?.length).toBeLessThan(200);
});

/** A viewer of the PDF would open these in another program, or in the reader's own network. */
const unsafeLinks = [
  ' JaVaScRiPt:alert(1)',
  'file:///etc/passwd',
  '\\\\evil\\x',
  '//evil/x',
  'data:text/html,x',
  'tel:+18885550199',
  'x',
  'https://',
  'https://\\\\evil\\x',
  '',
];

test.each(unsafeLinks)('the unsafe URL %j of a link is removed, and the link’s text stays', async (url) => {
  const link = `<a href="${url}">words</a>`;
  expect(await htmlOf(`<p>${link}</p><map><area href="${url}"></map><svg><a xlink:href="${url}"></a></svg>`)).toBe(
    '<p><a>words</a></p><map><area></map><svg><a></a></svg>',
  );
});

test.each(['https://example.com', 'HTTP://example.com/a?b#c', 'mailto:ada@example.com', '#note-1'])(
  'the safe URL %j of a link stays',
  async (url) => {
    expect(await htmlOf(`<a href="${url}">words</a>`)).toBe(`<a href="${url}">words</a>`);
  },
);

test.each([
  ['an import', '<style>@import "https://example.com/a;b.css" print; p { color: red }</style>'],
  ['a font', '<style>@font-face { font-family: a; src: url(https://example.com/a.woff2) } p { color: red }</style>'],
  ['a style sheet', '<link rel="stylesheet" href="https://example.com/a.css"><style>p { color: red }</style>'],
])('CSS from the web is removed with a warning: %s', async (_, html) => {
  const checked = accepted(await checkHtml(html));
  expect(checked.warnings).toEqual([{ code: 'web_styles_left_out' }]);
  expect(checked.html.replaceAll(/\s/g, '')).toBe('<style>p{color:red}</style>');
});

test('a font in a data: URI stays', async () => {
  const html = '<style>@font-face { font-family: a; src: url(data:font/ttf;base64,AAAA) }</style>';
  expect(await checkHtml(html)).toEqual({ ok: true, warnings: [], html });
});

test.each(
  Object.entries({
    scripts: '<p>a</p><script src="https://example.com/a.js"></script>',
    'event handlers': '<p onclick="a()">a</p>',
    refreshes: '<meta http-equiv="refresh" content="0;url=https://example.com"><p>a</p>',
    'links that are not style sheets':
      '<link rel="prefetch" href="https://example.com"><base href="https://example.com"><p>a</p>',
    comments: '<!-- a --><p>a</p>',
    'the html, head and body of a whole document':
      '<!doctype html><html onload="a()"><head><title>t</title></head><body><p>a</p></body></html>',
  }),
)('content that prints nothing is removed: %s', async (_, html) => {
  expect(await htmlOf(html)).toBe('<p>a</p>');
});

test.each([
  ['an open shadow root', '<template shadowrootmode="open">Pay 900</template>', [{ code: 'shadow_left_out' }]],
  ['a closed shadow root', '<template shadowrootmode="closed"><p>b</p></template>', [{ code: 'shadow_left_out' }]],
  ['a shadow root of an unknown mode', '<template shadowrootmode="">Pay 900</template>', [{ code: 'shadow_left_out' }]],
  ['any other template', '<template>Pay 900</template>', []],
  ['a script', '<script>a()</script>', [{ code: 'scripts_left_out' }]],
])('removed content causes a warning only if a browser would have shown or run it: %s', async (_, html, warnings) => {
  expect(await checkHtml(`<p>a</p><div>${html}</div>`)).toEqual({ ok: true, warnings, html: '<p>a</p><div></div>' });
});

test('a marquee becomes an ordinary box', async () => {
  expect(await htmlOf('<marquee>a</marquee>')).toBe('<div>a</div>');
});

test.each([
  ['<p>Pay <amount> by <due-date>, <b>Ada</b> <ada@example.com>', ['<amount>', '<due-date>', '<ada@example.com>']],
  ['<p>If x <y and z> w, see <https://example.com>.</p>', ['<y>', '<https:>']],
])('a word in angle brackets, which would not be printed, causes a warning: %s', async (html, marks) => {
  expect(await checkHtml(html)).toMatchObject({ ok: true, warnings: [{ code: 'blanks_unfilled', marks }] });
});

test.each([
  ['a template that domain/blanks.ts warns about', '<p>Dear <Name>, pay <amount>.</p>'],
  [
    'custom, Word, HTML, MathML and SVG elements',
    '<my-card><o:p></o:p><w:x>a</MY-CARD><mark>b<math><mi>x</math><svg><text>c',
  ],
])('words in angle brackets cause no warning from the HTML check: %s', async (_, html) => {
  expect(await checkHtml(html)).toMatchObject({ ok: true, warnings: [] });
});

test.each([
  ['a background in a data: URI', `<p style="background: url('${dot}')">a</p>`],
  ['an SVG reference inside the document', '<svg><use href="#a"></use></svg>'],
  ['the maximum depth', `${'<div>'.repeat(100)}x`],
  ['the maximum number of elements', `x${'<br>'.repeat(25_000)}`],
  ['a URL in a CSS comment', '<style>/* url(https://example.com) */ p { color: red }</style>'],
  ['a CSS namespace', '<style>@namespace url(http://www.w3.org/1999/xhtml); p { color: red }</style>'],
  ['an attribute that loads only on elements that are refused', '<p data="a" code="b">x</p>'],
])('HTML with %s is accepted', async (_, html) => {
  expect(await problemOf(html)).toBeUndefined();
});

test.each([
  ['too many bytes of UTF-8', 'é'.repeat(500_001), '1000002 bytes'],
  ['too many attributes', '<br a b c>'.repeat(20_001), 'more than 60000 attributes'],
  ['too many elements', '<br>'.repeat(25_001), 'more than 25000 elements'],
  ['too much depth', '<div>'.repeat(101), 'nested more than 100 elements deep'],
  ['no content', ' \n', 'the HTML is empty'],
])('HTML with %s is refused', async (_, html, problem) => {
  expect(await problemOf(html)).toContain(problem);
});

test.each([
  ['end tags', `<div>${'</p>'.repeat(240_000)}`],
  ['attributes', `<p ${Array.from({ length: 120_000 }, (_, index) => `a${index}`).join(' ')}>`],
  ['comment openers in CSS', `<style>${'/*'.repeat(400_000)}</style>`],
  ['formatting that must be rebuilt', `<p>${'<b a>'.repeat(60)}</p><p>x`.repeat(2000)],
])('a megabyte of %s in HTML gets a result', async (_, html) => {
  expect(typeof (await checkHtml(html)).ok).toBe('boolean');
});

/** A data: URI of an image with this header and no pixels. */
const imageOf = (header: number[]) => dataUri('x', Buffer.from([...header, ...Array(40).fill(0)]));
const latin1 = (text: string) => [...Buffer.from(text, 'latin1')];

// All are 300 by 200 pixels.
test.each([
  ['PNG', grayPng(300, 200), 60_000],
  ['PNG in percent-encoded base64', grayPng(300, 200).replaceAll('A', '%41'), 60_000],
  ['GIF', imageOf([...latin1('GIF89a'), 44, 1, 200, 0]), 60_000],
  ['BMP', imageOf([...latin1('BM'), ...Array(16).fill(0), 44, 1, 0, 0, 200, 0, 0, 0]), 60_000],
  ['JPEG', imageOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44]), 60_000],
  ['WebP', imageOf([...latin1('RIFF\0\0\0\0WEBPVP8 '), ...Array(10).fill(0), 44, 1, 200, 0]), 60_000],
  ['lossless WebP', imageOf([...latin1('RIFF\0\0\0\0WEBPVP8L\0\0\0\0/'), 43, 0xc1, 49, 0]), 60_000],
  ['extended WebP', imageOf([...latin1('RIFF\0\0\0\0WEBPVP8X'), ...Array(8).fill(0), 43, 1, 0, 199, 0, 0]), 60_000],
  ['SVG (none)', 'data:image/svg+xml,<svg/>', 0],
  ['text (none)', 'data:text/plain,hello', 0],
])('the number of an image’s pixels is read from its header: %s', (_, uri, pixels) => {
  expect(imagePixels(uri)).toBe(pixels);
});

test.each([`data:${' '.repeat(1_000_000)}`, `data:${';base64'.repeat(100_000)},`, imageOf(Array(700_000).fill(0xff))])(
  'a megabyte that looks like an image gets a result',
  (uri) => {
    expect(imagePixels(uri)).toBeLessThan(maxPixels);
  },
);

test('the pixels of all images are added up, in elements and in CSS', async () => {
  const side = Math.floor(Math.sqrt(maxPixels / 3));
  const image = `<img src="${grayPng(side, side)}">`;
  const style = `<p style="background: url(${grayPng(side, side)})">x</p>`;
  expect(await checkHtml(image + image + style)).toMatchObject({ ok: true });
  expect(await checkHtml(image + image + style + image)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('Together the images have more than 60 million pixels'),
  });
});
