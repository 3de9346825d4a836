/** Active content is refused in a PDF: it does nothing on paper, and would reach everybody who opens the file. */
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { sample } from '../../support/proofs.ts';
import { papers } from '../../support/rendering/papers.ts';
import { pageOf, patient, pdfOf, type Recipe } from './hostile-pdf.ts';
import { flateOf, streamOf } from './pdf-bombs.ts';

const letterBox = '/MediaBox [0 0 612 792]';
const catalog = (entries: string, ...more: readonly string[]): Recipe => ({
  catalog: `<</Type /Catalog /Pages 2 0 R ${entries}>>`,
  more,
});
const annotation = (entries: string, ...more: readonly string[]): Recipe => ({
  page: pageOf(`${letterBox} /Annots [5 0 R]`),
  more: [`<</Type /Annot /Rect [100 100 200 150] ${entries}>>`, ...more],
});
const object = (entries: string): Recipe => ({
  page: pageOf(`${letterBox} /Resources <</XObject <</X 5 0 R>>>>`),
  content: '/X Do',
  more: [streamOf(`/Type /XObject ${entries}`, '')],
});

test.each(
  sample<[name: string, recipe: Recipe, problem: string]>(
    [
      ['at opening', catalog('/OpenAction <</S /JavaScript /JS (app.alert(1))>>'), 'a script'],
      [
        'at opening, elsewhere',
        catalog('/OpenAction 5 0 R', '<</S /JavaScript /JS 6 0 R>>', '(app.alert(1))'),
        'a script',
      ],
      ['after another action', catalog('/OpenAction <</S /GoTo /Next [<</S /JavaScript>>]>>'), 'a script'],
      ['among the names', catalog('/Names <</JavaScript <</Names [(a) 5 0 R]>>>>', '<<>>'), 'a script'],
      ['in a field', annotation('/Subtype /Widget /FT /Tx /T (a) /AA <</F <</S /JavaScript>>>>'), 'a script'],
      ['of a page', { page: pageOf(`${letterBox} /AA <</O <</S /JavaScript>>>>`) }, 'a script'],
      ['in a form of its own language', catalog('/AcroForm <</Fields [] /XFA 5 0 R>>', streamOf('', '')), 'XFA'],
      ['that nothing leads to', { more: ['<</S /JavaScript>>'] }, 'a script'],
      ['a type by reference', catalog('/OpenAction <</S 5 0 R>>', '/Launch'), 'starts a program'],
      ['a link into a file', annotation('/Subtype /Link /A <</S /GoToR /F (//host/share)>>'), 'another file'],
      ['fields that are sent', annotation('/Subtype /Link /A <</S /SubmitForm /F (http://a)>>'), 'sends its fields'],
      ...['javascript:a', ' JaVaScRiPt:a', 'file://evil/share/x', '\\\\\\\\evil', 'ms-msdt:/id'].map(
        (uri): [string, Recipe, string] => [
          `a link to ${uri}`,
          annotation(`/Subtype /Link /A <</S /URI /URI (${uri})>>`),
          'neither to the web nor to an email',
        ],
      ),
      ['a link that another one completes', annotation('/Subtype /Link /A <</S /URI /URI (x)>>'), 'neither to the web'],
      ['a link without an address', annotation('/Subtype /Link /A <</S /URI>>'), 'neither to the web'],
      [
        'a link in other letters',
        annotation('/Subtype /Link /A <</S /U#52I /URI <66696c653a2f2f>>>'),
        'neither to the web',
      ],
      [
        'a link after another',
        annotation('/Subtype /Link /A <</S /GoTo /Next <</S /URI /URI (x:)>>>>'),
        'neither to the web',
      ],
      ['attached files', catalog('/Names <</EmbeddedFiles <</Names [(a) <</F (a)>>]>>>>'), 'an attached file'],
      ['an attached file alone', { more: [streamOf('/Type /EmbeddedFile', 'a')] }, 'an attached file'],
      ['an associated file', catalog('/AF [<</Type /Filespec /EF <</F 5 0 R>>>>]', 'null'), 'an attached file'],
      ['a file pinned to the page', annotation('/Subtype /FileAttachment'), 'an attached file'],
      ['a recording', annotation('/Subtype /RichMedia'), 'a recording'],
      ['a 3D model', annotation('/Subtype /3D'), 'a 3D model'],
      ['a PostScript program', object('/Subtype /PS'), 'a PostScript program'],
      ['content elsewhere', { more: [streamOf('/F (http://a/b)', '')] }, 'in another file'],
      ['a page elsewhere', object('/Subtype /Form /BBox [0 0 9 9] /Ref <</F (a.pdf) /Page 0>>'), 'in another file'],
      ['a picture for print', object('/Subtype /Image /Alternates [<</DefaultForPrinting true>>]'), 'for print'],
    ],
    5,
  ),
)('refused: %s', async (_, recipe, problem) => {
  const answer = await inspectPdf(pdfOf(recipe), papers.letter, patient);
  // A form of its own language is the document itself: nothing could be taken out.
  const isRepairable = problem === 'XFA' ? undefined : true;
  expect(answer).toEqual({ ok: false, problem: expect.stringContaining(problem), isRepairable });
});

test.each(
  sample<[name: string, recipe: Recipe]>(
    [
      ['a link to the web', annotation('/Subtype /Link /A <</S /URI /URI (https://example.com)>>')],
      ['a link to an e-mail', annotation('/Subtype /Link /A <</S /URI /URI (MailTo:ada@example.com)>>')],
      ['a base for links', catalog('/URI <</Base (https://example.com)>>')],
      ['a page that opens first', catalog('/OpenAction <</S /GoTo /D [3 0 R /Fit]>>')],
      ['a place that opens first', catalog('/OpenAction [3 0 R /Fit]')],
      ['groups, structure and labels', catalog('/StructTreeRoot <</K <</S /P>>>> /PageLabels <</Nums [0 <</S /D>>]>>')],
      ['annotations with flags', annotation('/Subtype /Text /F 4 /Contents (a note)')],
      ['the rights of a signed form', { more: ['<</Type /TransformParams /EF [/Create /Delete] /Form [/FillIn]>>'] }],
      ['fields', catalog('/AcroForm <</Fields []>>')],
      ['a packed stream', { more: [streamOf('/Filter /FlateDecode', flateOf(1))] }],
    ],
    3,
  ),
)('fine on paper: %s', async (_, recipe) => {
  expect(await inspectPdf(pdfOf(recipe), papers.letter, patient)).toMatchObject({ ok: true, pages: 1 });
});
