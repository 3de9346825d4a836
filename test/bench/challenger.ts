/**
 * Could another printer take Chromium's place? fulgur (PyPI: pyfulgur) prints HTML without a browser, a hundredth of the
 * size. It prints the golden documents, which our prices hang on: pages and words are held against ours.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../shared/rendering/chromium/launch-chromium.ts';
import { printPage } from '../../shared/rendering/chromium/print-page.ts';
import { authorDefaults } from '../../shared/rendering/chromium/print-style.ts';
import { tinosFolder } from '../../shared/rendering/font/tinos.ts';
import { checkHtml } from '../../shared/rendering/html/check-html.ts';
import { fontFamily } from '../../shared/rendering/layout.ts';
import { exportedDocuments } from '../rendering/html/corpus/exports.ts';
import { pictureDocuments } from '../rendering/html/corpus/pictures.ts';
import { proseDocuments } from '../rendering/html/corpus/prose.ts';
import { tableDocuments } from '../rendering/html/corpus/tables.ts';
import { textsOf } from '../support/read-pdf.ts';
import { papers } from '../support/rendering/papers.ts';
import { milliseconds, type Section } from './report.ts';

/** The Python that has it. */
const { CHALLENGER_PYTHON: python = 'python3' } = process.env;

const program = `
import json, sys, time, pyfulgur as f
folder, faces = sys.argv[1], json.loads(sys.argv[2])
for at, html in enumerate(json.load(open(folder + '/documents.json'))):
    try:
        began = time.perf_counter()
        assets = f.AssetBundle()
        for face in faces: assets.add_font_file(face)
        engine = f.Engine.builder().page_size(f.PageSize.LETTER).margin(f.Margin.uniform_mm(25.4)).assets(assets).build()
        pdf = engine.render_html(html)
        print(json.dumps((time.perf_counter() - began) * 1000), flush=True)
        open(f'{folder}/{at}.pdf', 'wb').write(pdf)
    except Exception:
        print('null', flush=True)
`;

const faces = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];

/** Our sheet's font, and the look that authors can count on, without the layer that holds it back in our page. */
const dressed = (html: string): string => {
  const look = authorDefaults(papers.letter)
    .replace('@layer {', '')
    .replace(/\}<\/style>$/, '</style>')
    .replace(':host', 'body');
  const { fontSizePt, lineHeightPt } = papers.letter;
  const font = `${fontSizePt}pt/${lineHeightPt / fontSizePt} ${fontFamily}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>body { margin: 0; font: ${font} }</style>${look}</head><body>${html}</body></html>`;
};

/** All of them, in no order: two printers may write a table's cells in different ones. */
const wordsIn = (pages: readonly string[]): string =>
  pages
    .flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? [])
    .sort()
    .join(' ');

interface Compared {
  readonly samePages: boolean;
  readonly sameWords: boolean;
  readonly ms: number | undefined;
}

export async function challenger(folder: string): Promise<Section> {
  const header = ['Printer', 'Documents', 'The same pages', 'The same words', 'Median'];
  const title = 'A challenger: the golden documents, against ours';
  const installed = spawnSync(python, ['-c', 'import pyfulgur']).status === 0;
  if (!installed) return { title, header, rows: [['fulgur', 'not installed: pip install pyfulgur', '', '', '']] };
  const all = Object.values({ ...proseDocuments, ...tableDocuments, ...exportedDocuments, ...pictureDocuments });
  const checked = (await Promise.all(all.map((html) => checkHtml(html)))).flatMap((each) => (each.ok ? each.html : []));
  const compared = await comparedAll(folder, checked);
  const count = (is: (one: Compared) => boolean) => `${compared.filter(is).length} of ${compared.length}`;
  const times = compared.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
  const median = milliseconds(times[Math.floor(times.length / 2)]);
  const printed = count(({ ms }) => ms !== undefined);
  return {
    title,
    header,
    rows: [['fulgur', printed, count(({ samePages }) => samePages), count(({ sameWords }) => sameWords), median]],
  };
}

async function comparedAll(folder: string, documents: readonly string[]): Promise<Compared[]> {
  writeFileSync(join(folder, 'documents.json'), JSON.stringify(documents.map(dressed)));
  const files = faces.map((face) => join(tinosFolder, face, `Tinos_${face}.ttf`));
  const { stdout } = spawnSync(python, ['-c', program, folder, JSON.stringify(files)], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  const times = stdout.split('\n').map((line) => (line === '' || line === 'null' ? undefined : Number(line)));
  const chromium = await launchChromium();
  const compared: Compared[] = [];
  for (const [at, html] of documents.entries()) {
    const ours = await printPage(chromium.browser, html, papers.letter);
    if (!ours.ok) throw new Error(ours.problem);
    const theirs = times[at] === undefined ? [] : await textsOf(readFileSync(join(folder, `${at}.pdf`)));
    const own = await textsOf(ours.pdf);
    compared.push({
      samePages: theirs.length === own.length,
      sameWords: wordsIn(theirs) === wordsIn(own),
      ms: times[at],
    });
  }
  chromium.kill();
  return compared;
}
