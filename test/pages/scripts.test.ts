/** The built scripts of pages: they match their sources, and do what they should. */
import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { buildScripts, builtScriptsFile } from '../../bin/build-scripts.ts';
import { packageOptions } from '../../lib/cloud/packaging/bundles.ts';
import * as builtScripts from '../../shared/pages/built-scripts.ts';

test('the built scripts match their sources (if not, run `npm run scripts`)', async () => {
  expect(await readFile(builtScriptsFile, 'utf8')).toBe(await buildScripts());
});

test.each(Object.entries(builtScripts))('%s does not contain anything that ends its script element', (_, script) => {
  expect(script().toString()).toMatch(/^"use strict";/);
  expect(script().toString()).not.toMatch(/<\/script|<!--/i);
});

test('a bundle contains only the scripts of its own pages', async () => {
  const contents = `export { momentsScript } from ${JSON.stringify(builtScriptsFile)}`;
  const { splitting: _, ...options } = packageOptions;
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: '.' }, write: false });
  expect(outputFiles[0]?.text).toContain('time.moment');
  expect(outputFiles[0]?.text).not.toContain('sessionStorage');
});

test.each([
  ['short', 'en', 'May_31, 9:35_PM'],
  ['zone', 'en', 'GMT-2:30'],
  ['', 'en', 'May_31,_2026 at_9:35_PM_GMT-2:30'],
  ['', 'fr-CA', '31_mai_2026 à_21_h_35_HAT'],
])('a time with the class “%s” in %s is in the browser’s time zone and has no line breaks', (name, lang, text) => {
  const classList = { contains: (each: string) => each === name };
  const time = { dateTime: '2026-06-01T00:05:00.000Z', textContent: '', classList };
  const document = { documentElement: { lang }, querySelectorAll: () => [time] };
  runInNewContext(builtScripts.momentsScript().toString(), { document });
  expect(time.textContent.replaceAll('\u00A0', '_')).toBe(text);
});

describe('the Copy button', () => {
  /** A page with one text to copy, in a browser with this clipboard or none. */
  function pageWith(clipboard?: { writeText(text: string): Promise<void> }) {
    const listeners: (() => void)[] = [];
    const button = { textContent: '', addEventListener: (_: string, listener: () => void) => listeners.push(listener) };
    const buttons: object[] = [];
    const box = {
      textContent: 'https://mail.example/mcp',
      closest: () => ({ dataset: { copy: 'Copy', copied: 'Copied' } }),
      parentElement: { after: (added: object) => buttons.push(added) },
    };
    const document = { querySelectorAll: () => [box], createElement: () => button };
    const navigator = clipboard === undefined ? {} : { clipboard };
    runInNewContext(builtScripts.copyScript().toString(), { document, navigator });
    return { button, buttons, press: () => listeners.map((listener) => listener()) };
  }

  test('copies the text and shows that it did', async () => {
    const copied: string[] = [];
    const { button, press } = pageWith({ writeText: async (text) => void copied.push(text) });
    expect(button.textContent).toBe('Copy');
    press();
    await new Promise(setImmediate);
    expect([copied, button.textContent]).toEqual([['https://mail.example/mcp'], 'Copied']);
  });

  test('does not change if the browser refuses to copy, and is missing without a clipboard', async () => {
    const { button, buttons, press } = pageWith({ writeText: () => Promise.reject(new Error('denied')) });
    press();
    await new Promise(setImmediate);
    expect([button.textContent, buttons.length, pageWith().buttons.length]).toEqual(['Copy', 1, 0]);
  });
});
