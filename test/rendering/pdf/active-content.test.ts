/** Active content in a PDF is refused: it does nothing on paper, and would affect everyone who opens the file. */
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { sample } from '../../support/sampling.ts';
import { letterBox, pageOf, patientOptions, pdfOf, type Recipe } from './hostile-pdf.ts';
import { streamOf } from './pdf-bombs.ts';

const withCatalog = (entries: string, ...more: readonly string[]): Recipe => ({
  catalog: `<</Type /Catalog /Pages 2 0 R ${entries}>>`,
  more,
});
const withAnnotation = (entries: string): Recipe => ({
  page: pageOf(`${letterBox} /Annots [5 0 R]`),
  more: [`<</Type /Annot /Rect [100 100 200 150] ${entries}>>`],
});
const withDrawing = (entries: string): Recipe => ({
  page: pageOf(`${letterBox} /Resources <</XObject <</X 5 0 R>>>>`),
  content: '/X Do',
  more: [streamOf(`/Type /XObject ${entries}`, '')],
});

test.each(
  sample<[name: string, recipe: Recipe, problem: string]>(
    [
      ['an action with an indirect type', withCatalog('/OpenAction <</S 5 0 R>>', '/Launch'), 'starts a program'],
      ['a script at opening', withCatalog('/OpenAction <</S /JavaScript /JS (app.alert(1))>>'), 'a script'],
      ['a script after another action', withCatalog('/OpenAction <</S /GoTo /Next [<</S /JavaScript>>]>>'), 'a script'],
      [
        'a website at opening',
        withCatalog('/OpenAction <</S /GoTo /Next [<</S /URI /URI (https://example.com)>>]>>'),
        'opens a website without a click',
      ],
      ['a script in the name tree', withCatalog('/Names <</JavaScript <</Names [(a) 5 0 R]>>>>', '<<>>'), 'a script'],
      ['an XFA form', withCatalog('/AcroForm <</Fields [] /XFA 5 0 R>>', streamOf('', '')), 'XFA'],
      [
        'a dynamic XFA form',
        withCatalog(
          '/NeedsRendering true /AcroForm <</Fields [6 0 R] /XFA 5 0 R>>',
          streamOf('', ''),
          '<</FT /Tx /T (a)>>',
        ),
        'XFA',
      ],
      ['a portfolio', withCatalog('/Collection <</View /D>>'), 'portfolio'],
      ['an unreferenced script', { more: ['<</S /JavaScript>>'] }, 'a script'],
      ['a link into a file', withAnnotation('/Subtype /Link /A <</S /GoToR /F (//host/share)>>'), 'another file'],
      ...[' JaVaScRiPt:a', 'file://evil/share/x', '\\\\\\\\evil'].map((uri): [string, Recipe, string] => [
        `a link to ${uri}`,
        withAnnotation(`/Subtype /Link /A <</S /URI /URI (${uri})>>`),
        'neither to the web nor to an email',
      ]),
      ['a relative link', withAnnotation('/Subtype /Link /A <</S /URI /URI (x)>>'), 'neither to the web'],
      [
        'an encoded link',
        withAnnotation('/Subtype /Link /A <</S /U#52I /URI <66696c653a2f2f>>>'),
        'neither to the web',
      ],
      ['attached files', withCatalog('/Names <</EmbeddedFiles <</Names [(a) <</F (a)>>]>>>>'), 'an attached file'],
      ['an unreferenced attached file', { more: [streamOf('/Type /EmbeddedFile', 'a')] }, 'an attached file'],
      ['a file pinned to the page', withAnnotation('/Subtype /FileAttachment'), 'an attached file'],
      ['a recording', withAnnotation('/Subtype /RichMedia'), 'a recording'],
      ['a PostScript program', withDrawing('/Subtype /PS'), 'a PostScript program'],
      ['content in another file', { more: [streamOf('/F (http://a/b)', '')] }, 'in another file'],
      [
        'a page in another file',
        withDrawing('/Subtype /Form /BBox [0 0 9 9] /Ref <</F (a.pdf) /Page 0>>'),
        'in another file',
      ],
      [
        'an alternate image for print',
        withDrawing('/Subtype /Image /Alternates [<</DefaultForPrinting true>>]'),
        'for print',
      ],
    ],
    5,
  ),
)('a PDF with %s is refused', async (_, recipe, problem) => {
  const result = await inspectPdf(pdfOf(recipe), papers.letter, patientOptions);
  // A portfolio or an XFA form cannot be removed, because it is the document itself.
  const isRepairable = problem === 'XFA' || problem === 'portfolio' ? undefined : true;
  expect(result).toEqual({ ok: false, problem: expect.stringContaining(problem), isRepairable });
});

test.each(
  sample<[name: string, recipe: Recipe]>(
    [
      ['a link to the web', withAnnotation('/Subtype /Link /A <</S /URI /URI (https://example.com)>>')],
      ['a link to an email address', withAnnotation('/Subtype /Link /A <</S /URI /URI (MailTo:ada@example.com)>>')],
      ['a base URL for links', withCatalog('/URI <</Base (https://example.com)>>')],
      ['a page to open first', withCatalog('/OpenAction <</S /GoTo /D [3 0 R /Fit]>>')],
      ['annotations with flags', withAnnotation('/Subtype /Text /F 4 /Contents (a note)')],
      ['the rights of a signed form', { more: ['<</Type /TransformParams /EF [/Create /Delete] /Form [/FillIn]>>'] }],
    ],
    3,
  ),
)('a PDF with %s is accepted', async (_, recipe) => {
  expect(await inspectPdf(pdfOf(recipe), papers.letter, patientOptions)).toMatchObject({ ok: true, pages: 1 });
});
