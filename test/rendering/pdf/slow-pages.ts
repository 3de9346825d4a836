/** Small PDFs whose page 1 takes minutes to draw, or more memory than there is. */
import { letterBox, pageOf, pdfOf, type Recipe } from './hostile-pdf.ts';
import { streamOf } from './pdf-bombs.ts';

const tinySteps = '/PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources <<>>';

export const slowPages = {
  'a pattern of tiny steps': {
    page: pageOf(`${letterBox} /Resources <</Pattern <</P 5 0 R>>>>`),
    content: '/Pattern cs /P scn 0 0 612 792 re f',
    more: [streamOf(`/Type /Pattern /PatternType 1 ${tinySteps}`, '0 0 1 1 re f')],
  },
  'three hundred shadings': {
    page: pageOf(`${letterBox} /Resources <</Shading <</S 5 0 R>>>>`),
    content: '/S sh '.repeat(300),
    more: [
      '<</ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [612 0 0 792 0 0] /Function 6 0 R>>',
      streamOf(
        '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
        '{ 2 copy mul sin 3 1 roll 2 copy add cos 3 1 roll atan 360 div }',
      ),
    ],
  },
} satisfies Record<string, Recipe>;

/** A PDF with an ordinary page and then the slow page. */
export function afterOrdinaryPage({ page, content, more }: (typeof slowPages)[keyof typeof slowPages]): Buffer {
  const next = 5 + more.length;
  return pdfOf({
    pages: `<</Type /Pages /Kids [3 0 R ${next} 0 R] /Count 2>>`,
    more: [...more, page.replace('/Contents 4 0 R', `/Contents ${next + 1} 0 R`), streamOf('', content)],
  });
}
