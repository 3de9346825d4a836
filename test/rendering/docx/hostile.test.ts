/** Files that are called .docx and are something else, or that are built to do harm. */
import { deflateRawSync } from 'node:zlib';
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { readZip } from '../../../shared/rendering/docx/zip.ts';
import { kindOf, openFile } from '../../../shared/rendering/files/open-file.ts';
import { sample } from '../../support/proofs.ts';
import { docxOf, filesOf, paragraph, partOf, writeZip } from '../../support/rendering/docx.ts';
import { papers } from '../../support/rendering/papers.ts';

const zipOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  writeZip(new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])));
const document = (text: string) => docxOf({ files: { 'word/document.xml': text } });
const entity = partOf('w:document', `<w:body>${paragraph('&x;')}</w:body>`);
const withType = (type: string) => entity.replace('?>', `?>${type}`);

test.each<[what: string, file: () => Buffer, words: string]>([
  ['an archive of something', () => zipOf({ 'a.txt': 'x' }), 'no Word document'],
  ['an Excel workbook', () => zipOf({ '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' }), 'Excel'],
  ['a presentation', () => zipOf({ '[Content_Types].xml': 'x', 'ppt/presentation.xml': 'x' }), 'PowerPoint'],
  [
    'an OpenDocument file',
    () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': 'x' }),
    '.odt',
  ],
  ['a document of Pages', () => zipOf({ 'Index/Document.iwa': 'x' }), 'Apple Pages'],
  ['macros', () => docxOf({ files: { 'word/vbaProject.bin': 'x' } }), 'macros'],
  ['macros by their type', () => docxOf({ type: 'application/vnd.ms-word.document.macroEnabled.main+xml' }), 'macros'],
  [
    'an entity of its own',
    () => document(withType('<!DOCTYPE w:document [<!ENTITY x "lol">]>')),
    'not written as Word',
  ],
  [
    'an entity that is a file',
    () => document(withType('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    'not written as Word',
  ],
  [
    'an entity in its styles',
    () => docxOf({ files: { 'word/styles.xml': '<!doctype x><w:styles/>' } }),
    'not written as Word',
  ],
  [
    'another encoding',
    () => docxOf({ files: { 'word/document.xml': Buffer.from(entity, 'utf16le') } }),
    'not written as Word',
  ],
  [
    'another file in place of its text',
    () => docxOf({ body: `<w:altChunk r:id="rId1"/>${paragraph('x')}` }),
    'another file inside it',
  ],
  ['no text', () => docxOf({ body: paragraph('') }), 'nothing to print'],
  ['half of itself', () => docxOf().subarray(0, 900), 'damaged'],
  ['a tail', () => Buffer.concat([docxOf(), Buffer.from('x')]), 'damaged'],
  ['blank lines behind it', () => Buffer.concat([docxOf(), Buffer.from('\n\n')]), 'damaged'],
  [
    'a note that is longer than the file',
    () => Buffer.concat([docxOf().subarray(0, -2), Buffer.from('\x01\0')]),
    'damaged',
  ],
  ['a byte that fell over', () => Buffer.from(docxOf().map((byte, at) => (at === 90 ? byte ^ 1 : byte))), 'damaged'],
  ['two documents of one name', () => twice(docxOf()), 'damaged'],
])('with %s is refused by name', async (_, file, words) => {
  await expect(async () => docxToHtml(openDocx(file()))).rejects.toThrow(words);
});

/** The first name of the archive for the second as well: the two are of one length. */
function twice(zip: Buffer): Buffer {
  const both = Buffer.from(
    zipOf({ ...filesOf(), 'word/one.xml': 'x', 'word/two.xml': 'y' })
      .toString('latin1')
      .replaceAll('word/two.xml', 'word/one.xml'),
    'latin1',
  );
  expect(zip.length).toBeLessThan(both.length);
  return both;
}

/** An archive with one packed part, which says that it has `size` bytes. */
function packed(path: string, data: Buffer, size = data.length): Buffer {
  const body = deflateRawSync(data);
  const zip = zipOf({ ...filesOf(), [path]: body });
  const name = Buffer.from(path);
  for (const [mark, at] of [
    [0x04034b50, 30],
    [0x02014b50, 46],
  ] as const) {
    for (let from = zip.indexOf(name); from !== -1; from = zip.indexOf(name, from + 1)) {
      const head = from - at;
      if (head < 0 || zip.readUInt32LE(head) !== mark) continue;
      zip.writeUInt16LE(8, head + (at === 46 ? 10 : 8));
      zip.writeUInt32LE(size, head + (at === 46 ? 24 : 22));
    }
  }
  return zip;
}

test('a bomb is refused by what it says, and one that says less never unpacks to more', () => {
  const zeros = Buffer.alloc(40_000_000);
  expect(() => openDocx(packed('word/styles.xml', zeros))).toThrow('unpacks to too much');
  const liar = packed('word/styles.xml', zeros, 100);
  expect(readZip(liar).get('word/styles.xml')?.size).toBe(100);
  expect(() => openDocx(liar)).toThrow('damaged');
});

test.each(['\n', '\r\n'])('the end of a line that a transfer has added does no harm: %j', async (end) => {
  const { html } = await docxToHtml(openDocx(Buffer.concat([docxOf(), Buffer.from(end)])));
  expect(html).toContain('Dear Ada');
});

test('lengths that lead out of the file end in a refusal', () => {
  const zip = docxOf();
  const end = zip.length - 22;
  const list = zip.readUInt32LE(end + 16);
  // How many entries, where their list is, where the first entry is, how long its name and its data are.
  for (const [at, bytes] of [
    [end + 10, 2],
    [end + 16, 4],
    [list + 42, 4],
    [list + 28, 2],
    [list + 20, 4],
  ] as const) {
    const wrong = Buffer.from(zip);
    wrong.fill(0xff, at, at + bytes);
    expect(() => openDocx(wrong)).toThrow(/damaged|no Word document/);
  }
});

test('a document with a password is told from an old one', () => {
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const locked = Buffer.concat([old, Buffer.alloc(512), Buffer.from('EncryptedPackage', 'utf16le')]);
  expect(kindOf(locked)).toEqual({ problem: expect.stringContaining('password') });
  expect(kindOf(old)).toEqual({ problem: expect.stringContaining('.doc') });
});

const usLetterSize = { sizeName: 'US Letter', widthIn: 8.5, heightIn: 11 };

const open = (file: Buffer) => openFile(file, { paper: papers.letter, isAttachment: false, isUpload: true }, 'test');

test('a sound one is read in a process of its own: its text leaves the address zone free', async () => {
  const opened = await open(docxOf());
  expect(opened).toEqual({
    ok: true,
    warnings: [{ code: 'docx_set_anew', sheet: usLetterSize }],
    html: expect.stringMatching(/^<div style="height: 2in"><\/div><style>[\s\S]*<p>Dear Ada<\/p>$/),
  });
  const use = { paper: papers.letter, isAttachment: true, isUpload: true };
  expect(await openFile(docxOf(), use, 'test')).toMatchObject({ html: expect.stringMatching(/^<style>/) });
});

test.each(
  sample<[what: string, body: string]>(
    [
      [
        'nested ten thousand deep',
        '<w:sdt><w:sdtContent>'.repeat(10_000) + paragraph('x') + '</w:sdtContent></w:sdt>'.repeat(10_000),
      ],
      ['no XML at all', '<w:p'],
    ],
    1,
  ),
)(
  '%s ends with its process, in a sentence',
  async (_, body) => {
    expect(await open(docxOf({ body }))).toEqual({
      ok: false,
      problem: expect.stringMatching(/as a PDF|PDF and send/),
    });
  },
  30_000,
);
