import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { close, handler } from '../../../functions/background/render.ts';
import {
  closeBrowser,
  inTurn,
  printHtml,
  printLimits,
  warmBrowser,
} from '../../../shared/rendering/chromium/print-html.ts';
import { fontsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { printedHtml } from '../accepted.ts';

const firstStartMs = 60_000;

beforeAll(async () => {
  await warmBrowser();
}, firstStartMs);

const servers: { close(): unknown }[] = [];

afterAll(async () => {
  for (const server of servers) server.close();
  await closeBrowser();
});

async function problemOf(html: string) {
  const result = await printHtml(html, papers.letter);
  return result.ok ? undefined : result.problem;
}

const letter =
  '<div style="height: 2.1in"></div><h1>Notice</h1><p>The <b>final</b> <i>affidavit</i> of the office, “signed”.</p>';
const endless = `${'<div style="columns: 2">'.repeat(25)}x${'</div>'.repeat(25)}`;

describe('an ordinary letter', () => {
  test('is one page of US Letter with even margins, in Tinos and nothing else', async () => {
    const { pdf, pages, warnings } = await printedHtml(
      `${letter}<p style="text-align: justify">${'Words and words. '.repeat(40)}</p>`,
    );
    expect([pages, warnings]).toEqual([1, []]);
    const ink = await inkOf(pdf, 1);
    expect(ink).toMatchObject({ widthIn: 8.5, heightIn: 11 });
    expect(Math.abs(ink.leftIn - 1)).toBeLessThan(0.06);
    expect(Math.abs(ink.rightIn - 7.5)).toBeLessThan(0.06);
    for (const font of await fontsOf(pdf)) expect(font).toContain('+Tinos-');
    expect((await textsOf(pdf))[0]).toContain('The final affidavit of the office, “signed”.');
  });

  test('is the same bytes each time, also from another browser', async () => {
    const first = await printedHtml(letter);
    const second = await printedHtml(letter);
    await closeBrowser();
    const third = await printedHtml(letter);
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    expect(Buffer.compare(first.pdf, third.pdf)).toBe(0);
  });

  test('is not mixed up with others that arrive at the same moment', async () => {
    const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'];
    const all = await Promise.all(names.map((name) => printedHtml(`<p>${name}</p>`)));
    const texts = await Promise.all(all.map(({ pdf }) => textsOf(pdf)));
    expect(texts.map(([text]) => text?.trim())).toEqual(names);
  });
});

describe('content that would be cut off is refused, with its name and width', () => {
  test.each([
    [
      'a wide box',
      '<div class="banner" style="width: 3000px">x</div>',
      /<div class="banner"> reaches to 3000 px and the column is 624 px \(6\.5 inches\)/,
    ],
    [
      'a table of many columns',
      `<table><tr>${'<td>cellcellcell</td>'.repeat(30)}</tr></table>`,
      /<table> reaches to \d{4} px/,
    ],
    ['something placed outside', '<b style="position: absolute; left: 2000px">x</b>', /<b> reaches to 20\d\d px/],
    ['a negative margin', '<p style="margin-left: -80px">x</p>', /<p> begins 80 px left/],
    ['a heading above the paper', '<h1 style="margin-top: -60px">x</h1>', /<h1> begins \d+ px above the first page/],
    [
      'bullets outside the paper',
      '<style>* { margin: 0; padding: 0 }</style><ul><li>x</ul>',
      /<li>::marker begins \d+ px left/,
    ],
    [
      'a box that scrolls',
      '<div style="height: 20px; overflow-y: scroll">x<br>x<br>x</div>',
      /<div> scrolls, and on paper the rest/,
    ],
    [
      'what CSS adds',
      `<style>p::after { white-space: nowrap; content: '${'word '.repeat(100)}' }</style><p>x</p>`,
      /<p>::after reaches to \d{4} px/,
    ],
    [
      'a form that shadows the browser’s functions',
      '<form style="width: 900px"><input name="getBoundingClientRect"><input name="scrollWidth"></form>',
      /<form> reaches to 900 px/,
    ],
  ])('%s', async (_, html, problem) => {
    expect(await problemOf(html)).toMatch(problem);
  });

  test.each(
    Object.entries({
      'signs of the second font are printed': '<p style="font-family: Arial">↣ ☎ ✓</p><b>♻</b>',
      'a sign from CSS is printed': '<style>p::before { content: "✓" }</style><p>x</p>',
      'text hidden for screen readers is left alone':
        '<p>x<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap; left: 620px">a long explanation</span></p>',
    }),
  )('%s', async (_, html) => {
    expect(await problemOf(html)).toBeUndefined();
  });
});

describe('content that cannot be printed is refused by name', () => {
  test.each([
    ['an emoji', '<p>😀</p>', /U\+1F600 \(😀\) cannot be printed/],
    ['a character from CSS', '<style>p::before { content: "漢" }</style><p>x</p>', /by way of CSS/],
    ['a form field', '<input value="漢">', /form field/],
    [
      'an SVG image',
      `<img src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><text y="20">漢</text></svg>')}">`,
      /SVG image/,
    ],
    ['an image that is damaged', '<img src="data:image/png;base64,AAAA">', /not a readable image/],
    ['61 pages', '<p style="break-after: page">x</p>'.repeat(61), /more than 60 pages/],
    [
      'a document as high as a mountain',
      '<div style="height: 1e7px">x</div>',
      /fills \d+ pages and a letter has at most 60/,
    ],
  ])('%s', async (_, html, problem) => {
    expect(await problemOf(html)).toMatch(problem);
  });
});

test('animations stand at their end, so that nothing hangs on the moment of printing', async () => {
  const css =
    '@keyframes show { from { opacity: 0 } to { opacity: 1 } } p { opacity: 0; animation: show 30s forwards }';
  const { pdf } = await printedHtml(`<style>${css}</style><p>shown</p>`);
  expect((await inkOf(pdf, 1)).topIn).toBeLessThan(2);
});

describe('the browser has no way out', () => {
  test('no script and no handler runs', async () => {
    const html =
      '<p>before</p><script>document.body.textContent = "after"</script><svg onload="document.body.textContent = 1"></svg>';
    expect((await textsOf((await printedHtml(html)).pdf)).join()).toContain('before');
  });

  test('nothing of our environment is in the browser’s', async () => {
    const { pid } = await warmBrowser();
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(names.filter(Boolean).sort()).toEqual(['FONTCONFIG_FILE', 'HOME', 'LD_LIBRARY_PATH', 'TMPDIR']);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toMatch(
      /disable-web-security|allow-file-access|remote-debugging-port/,
    );
  });
});

describe('no document spoils the next one', () => {
  test('one that never ends is given up, and the next is printed', async () => {
    const result = await printHtml(endless, papers.letter, { limits: { ...printLimits, timeMs: 700 } });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('takes longer than 1 seconds') });
    expect((await printedHtml(letter)).pages).toBe(1);
  });

  test('one that takes too much memory is given up, and the next is printed', async () => {
    const result = await printHtml(endless, papers.letter, { limits: { ...printLimits, memoryBytes: 1_000_000 } });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('too much memory') });
    expect((await printedHtml(letter)).pages).toBe(1);
  });

  test('one whose browser gets no processor time is refused as busy, not as wrong', async () => {
    process.kill((await warmBrowser()).pid, 'SIGSTOP');
    const limits = { ...printLimits, timeMs: 100, patienceMs: 200 };
    await expect(printHtml(letter, papers.letter, { limits })).rejects.toMatchObject({ name: 'MachineBusy' });
    expect((await printedHtml(letter)).pages).toBe(1);
  });

  test('one that was refused for its work is refused again at once, without a turn', async () => {
    const limits = { ...printLimits, timeMs: 500 };
    const first = await printHtml(endless, papers.letter, { limits });
    // No process has this speed: a second try would be refused for another reason.
    await closeBrowser();
    const again = await Promise.race([
      printHtml(endless, papers.letter, { limits }),
      warmBrowser().then(() => 'tried'),
    ]);
    expect([first.ok, again]).toEqual([false, first]);
  });

  test('memory that one leaves behind is not charged to the next', async () => {
    const before = (await warmBrowser()).pid;
    await printHtml(`<p>${'<ruby>a<rt>b</rt></ruby>'.repeat(8_000)}</p>`, papers.letter);
    const after = (await warmBrowser()).pid;
    expect(after).not.toBe(before);
    expect((await printedHtml(letter)).pages).toBe(1);
    expect((await warmBrowser()).pid).toBe(after);
  });
});

describe('the render function', () => {
  test('stores the PDF and answers with its pages, size and hash', async () => {
    const puts: { url: string | undefined; bytes: number }[] = [];
    const store = createHttpServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      puts.push({ url: request.url, bytes });
      response.end();
    });
    servers.push(store);
    await new Promise<void>((done) => store.listen(0, '127.0.0.1', done));
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
    const event = { paper: papers.letter, bucket: 'documents', network: '192.0.2.1' };
    const stored = await handler({ ...event, html: letter, key: 'quotes/1.pdf' });
    const refused = await handler({ ...event, html: '<p>😀</p>', key: 'quotes/2.pdf' });
    expect(stored).toMatchObject({ ok: true, pages: 1, warnings: [], sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(refused).toMatchObject({ ok: false });
    expect(puts).toEqual([{ url: expect.stringContaining('/documents/quotes/1.pdf'), bytes: expect.any(Number) }]);
    const { bytes = Number.NaN } = stored as { readonly bytes?: number };
    expect(puts[0]?.bytes).toBeGreaterThanOrEqual(bytes);
    expect(close).toBe(closeBrowser);
  });

  test('a line that is full is an outcome of the function and not its error, which would ring', async () => {
    const held = Promise.withResolvers<void>();
    const others = Array.from({ length: 17 }, () => inTurn('192.0.2.9', () => held.promise));
    const event = { html: letter, paper: papers.letter, bucket: 'documents', key: 'quotes/3.pdf' };
    expect(await handler({ ...event, network: '192.0.2.9' })).toBe('busy');
    held.resolve();
    await Promise.all(others);
  });
});
