import { checkHtml, imagePixels, maxPixels } from '../../../shared/rendering/html/check-html.ts';
import { dataUri, grayPng } from '../../support/rendering/photographs.ts';
import { accepted } from '../accepted.ts';

const problemOf = async (html: string) => {
  const result = await checkHtml(html);
  return result.ok ? undefined : result.problem;
};

const htmlOf = async (html: string) => accepted(await checkHtml(html)).html;

const dot = 'data:image/png;base64,iVBORw0KGgo=';

describe('content that would be fetched is refused by name', () => {
  test.each([
    ['an image', '<img src="https://example.com/a.png">'],
    ['a second candidate of srcset', `<img srcset="${dot} 1x, https://example.com/a.png 2x">`],
    ['an image in SVG', '<svg><image xlink:href="https://example.com/a.png"/></svg>'],
    ['a filter in SVG', '<svg><rect fill="url(https://example.com/a.svg#a)"/></svg>'],
    ['a CSS background', '<p style="background: url(https://example.com/a.png)">'],
    ['a CSS background in disguise', '<p style="background: u\\72 l(https://example.com/a.png)">'],
    ['a CSS image set', '<style>p { background: image-set("https://example.com/a.png" 1x) }</style>'],
    [
      'an image inside noscript, which shows because scripts are off',
      '<noscript><img src="https://example.com/a.png"></noscript>',
    ],
  ])('%s', async (_, html) => {
    expect(await checkHtml(html)).toMatchObject({
      problem: expect.stringContaining('nothing is fetched for print'),
      details: { kind: 'fetched_resource' },
    });
  });

  test.each(['iframe', 'object', 'embed', 'video', 'audio'])('<%s>', async (name) => {
    expect(await problemOf(`<p>a</p><${name} src="${dot}"></${name}>`)).toMatch(
      new RegExp(`has ${name === 'video' ? 'a' : 'an'} <${name}>, which cannot be printed`),
    );
  });

  test('an address is not repeated at length', async () => {
    expect((await problemOf(`<img src="https://example.com/${'a'.repeat(5000)}">`))?.length).toBeLessThan(200);
  });
});

/** A viewer of the printed PDF would open these by a program, or in the reader's own network. */
const strangeLinks = [
  ...[' JaVaScRiPt:alert(1)', 'file:///etc/passwd', '\\\\evil\\x', '//evil/x', 'data:text/html,x', 'tel:+18885550199'],
  ...['x', 'https://', 'https://\\\\evil\\x', ''],
];

describe('a link keeps its words, and an address that leads to the web, to an e-mail or within the text', () => {
  test.each(strangeLinks)('not %j', async (address) => {
    const link = `<a href="${address.replaceAll('"', '')}">words</a>`;
    expect(
      await htmlOf(`<p>${link}</p><map><area href="${address}"></map><svg><a xlink:href="${address}"></a></svg>`),
    ).toBe('<p><a>words</a></p><map><area></map><svg><a></a></svg>');
  });

  test.each(['https://example.com', 'HTTP://example.com/a?b#c', 'mailto:ada@example.com', '#note-1'])(
    '%j',
    async (address) => {
      expect(await htmlOf(`<a href="${address}">words</a>`)).toBe(`<a href="${address}">words</a>`);
    },
  );
});

describe('fonts and style sheets of the web are left out, and a warning names the cure', () => {
  test.each([
    ['an import', '<style>@import "https://example.com/a;b.css" print; p { color: red }</style>'],
    ['a font', '<style>@font-face { font-family: a; src: url(https://example.com/a.woff2) } p { color: red }</style>'],
    ['a style sheet', '<link rel="stylesheet" href="https://example.com/a.css"><style>p { color: red }</style>'],
  ])('%s', async (_, html) => {
    const checked = await checkHtml(html);
    expect(checked).toMatchObject({ ok: true, warnings: [{ code: 'web_styles_left_out' }] });
    expect(checked.ok && checked.html.replaceAll(/\s/g, '')).toBe('<style>p{color:red}</style>');
  });

  test('a font that comes along stays', async () => {
    const html = '<style>@font-face { font-family: a; src: url(data:font/ttf;base64,AAAA) }</style>';
    expect(await checkHtml(html)).toEqual({ ok: true, warnings: [], html });
  });
});

describe('content that shows nothing is left out', () => {
  test.each(
    Object.entries({
      scripts: '<p>a</p><script src="https://example.com/a.js"></script>',
      handlers: '<p onclick="a()">a</p>',
      refreshes: '<meta http-equiv="refresh" content="0;url=https://example.com"><p>a</p>',
      'links that are not style sheets':
        '<link rel="prefetch" href="https://example.com"><base href="https://example.com"><p>a</p>',
      'templates, and with them shadow roots in shadow roots':
        '<template shadowrootmode="open"><p>b</p></template><p>a</p>',
      comments: '<!-- a --><p>a</p>',
      'the frame of a whole document':
        '<!doctype html><html onload="a()"><head><title>t</title></head><body><p>a</p></body></html>',
    }),
  )('%s', async (_, html) => {
    expect(await htmlOf(html)).toBe('<p>a</p>');
  });

  test.each(['open', 'closed', ''])('so is what a browser would show from a shadow root, mode %j', async (mode) => {
    const html = `<p>a</p><div><template shadowrootmode="${mode}">Pay 900</template></div>`;
    expect(await checkHtml(html)).toMatchObject({ ok: true, warnings: [{ code: 'shadow_left_out' }] });
    expect(await checkHtml('<p>a</p><template>Pay 900</template>')).toMatchObject({ ok: true, warnings: [] });
  });

  test('a script that was left out is a warning, and words that would move stand still', async () => {
    expect(await checkHtml('<marquee>a</marquee><script>a()</script>')).toEqual({
      ok: true,
      warnings: [{ code: 'scripts_left_out' }],
      html: '<div>a</div>',
    });
  });
});

test.each([
  ['a background that is carried along', `<p style="background: url('${dot}')">a</p>`],
  ['an SVG reference inside the document', '<svg><use href="#a"></use></svg>'],
  ['an address in a CSS comment', '<style>/* url(https://example.com) */ p { color: red }</style>'],
])('%s is fine', async (_, html) => {
  expect(await problemOf(html)).toBeUndefined();
});

describe('limits', () => {
  test.each([
    ['bytes of UTF-8, not characters', 'é'.repeat(500_001), '1000002 bytes'],
    [
      'attributes',
      `<p ${Array.from({ length: 60_001 }, (_, at) => `a${at}`).join(' ')}>x`,
      'more than 60000 attributes',
    ],
    ['depth', '<div>'.repeat(101), 'nested more than 100 elements deep'],
    ['nothing', ' \n', 'the HTML is empty'],
  ])('%s', async (_, html, problem) => {
    expect(await problemOf(html)).toContain(problem);
  });

  test.each([
    ['end tags', `<div>${'</p>'.repeat(240_000)}`],
    ['attributes', `<p ${Array.from({ length: 120_000 }, (_, index) => `a${index}`).join(' ')}>`],
    ['comment openers in CSS', `<style>${'/*'.repeat(400_000)}</style>`],
    ['formatting that must be rebuilt', `<p>${'<b a>'.repeat(60)}</p><p>x`.repeat(2000)],
  ])('a megabyte of %s gets an answer', async (_, html) => {
    expect(typeof (await checkHtml(html)).ok).toBe('boolean');
  });
});

const imageOf = (bytes: number[]) => dataUri('x', Buffer.from([...bytes, ...Array(40).fill(0)]));
const latin = (text: string) => [...Buffer.from(text, 'latin1')];

test.each([
  ['PNG', grayPng(300, 200), 60_000],
  ['PNG in a percent-encoded base64', grayPng(300, 200).replaceAll('A', '%41'), 60_000],
  ['GIF', imageOf([...latin('GIF89a'), 44, 1, 200, 0]), 60_000],
  ['BMP', imageOf([...latin('BM'), ...Array(16).fill(0), 44, 1, 0, 0, 200, 0, 0, 0]), 60_000],
  ['JPEG', imageOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44]), 60_000],
  ['WebP', imageOf([...latin('RIFF\0\0\0\0WEBPVP8 '), ...Array(10).fill(0), 44, 1, 200, 0]), 60_000],
  ['WebP without loss', imageOf([...latin('RIFF\0\0\0\0WEBPVP8L\0\0\0\0/'), 43, 0xc1, 49, 0]), 60_000],
  [
    'WebP of several parts',
    imageOf([...latin('RIFF\0\0\0\0WEBPVP8X'), ...Array(8).fill(0), 43, 1, 0, 199, 0, 0]),
    60_000,
  ],
  ['SVG, which has none', 'data:image/svg+xml,<svg/>', 0],
  ['text', 'data:text/plain,hello', 0],
])('the pixels of a %s are counted from its first bytes', (_, uri, pixels) => {
  expect(imagePixels(uri)).toBe(pixels);
});

test.each([`data:${' '.repeat(1_000_000)}`, `data:${';base64'.repeat(100_000)},`, imageOf(Array(700_000).fill(0xff))])(
  'a megabyte that looks like an image gets an answer',
  (uri) => {
    expect(imagePixels(uri)).toBeLessThan(maxPixels);
  },
);

test('pictures that are small one by one are counted together, wherever they are', async () => {
  const side = Math.floor(Math.sqrt(maxPixels / 3));
  const image = `<img src="${grayPng(side, side)}">`;
  const style = `<p style="background: url(${grayPng(side, side)})">x</p>`;
  expect(await checkHtml(image + image + style)).toMatchObject({ ok: true });
  expect(await checkHtml(image + image + style + image)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('million pixels together'),
  });
});
