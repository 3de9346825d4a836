/** HTML is parsed in chunks, so that other requests needn't wait. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseFragment, serialize } from 'parse5';
import { parseHtml } from '../../../shared/rendering/html/parse-html.ts';
import { sample } from '../../support/sampling.ts';
import { accepted } from '../accepted.ts';

const chunkLength = 50_000; // As in parse-html.ts.

/** Pieces of HTML in which the parser has many states. */
const pieces = [
  '<p class="a b" title=\'c\'>x</p>',
  '&amp;&notin;&#128512;&notit;',
  '<!-- a -- b --!><![CDATA[c]]><!doctype html>',
  '<style>a::before{content:"</styl"}</style><textarea></texta</textarea>',
  'one\r\ntwo\rthree\n',
  '\u{1F600}\u{1F1E8}\u{1F1E6}e\u0301',
  '<table>x<tr><td>1</table><b><p>2</b>3',
  '<script><!--<script></script>--></script>y',
];

test.each(pieces)('a long document gives the same tree wherever a chunk ends in %j', async (piece) => {
  for (const before of sample([...Array(piece.length + 1).keys()], 6)) {
    const html = `${'x'.repeat(chunkLength - before)}${piece} <i>and on</i>`;
    const { tree } = accepted(await parseHtml(html));
    expect(serialize(tree)).toBe(serialize(parseFragment(html, { scriptingEnabled: false })));
  }
});

test('other work runs between the chunks of a long document', async () => {
  let turns = 0;
  const chunks = 19;
  const parsing = parseHtml('x'.repeat(chunks * chunkLength)).then(() => 'parsed');
  while ((await Promise.race([parsing, nextTurn()])) !== 'parsed') turns += 1;
  expect(turns).toBeGreaterThanOrEqual(chunks - 2);
});
