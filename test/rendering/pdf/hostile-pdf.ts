/** Builds a PDF from objects as text, so that a test can make it wrong in one way. */
import { readLimits } from '../../../shared/rendering/process/read-in-child.ts';
import { sample } from '../../support/sampling.ts';

/** Gives a child more time, because the test machine may be busy. */
export const patientOptions = { limits: { ...readLimits, patienceMs: 28_000 } };

/** Samples rows: one in 16 of those that expect `ok` in their last cell, and one in 16 of the others. */
export const someOf = <Row extends readonly unknown[]>(rows: readonly Row[]): readonly Row[] =>
  sample(rows, 16, 'cases', (row) => String(row.at(-1)).startsWith('ok'));

export const letterBox = '/MediaBox [0 0 612 792]';

/** The text of the objects and trailer entries that differ from those of the default PDF. */
export interface Recipe {
  readonly catalog?: string;
  readonly pages?: string;
  readonly page?: string;
  readonly content?: string;
  readonly trailer?: string;
  /** More objects, numbered from 5. */
  readonly more?: readonly string[];
}

/** One US Letter page with a bar near the bottom. `recipe` replaces objects: 1 catalog, 2 pages, 3 page, 4 content. */
export function pdfOf(recipe: Recipe = {}): Buffer {
  const content = recipe.content ?? '72 100 100 20 re f';
  const objects = [
    recipe.catalog ?? '<</Type /Catalog /Pages 2 0 R>>',
    recipe.pages ?? '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    recipe.page ?? pageOf(letterBox),
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ...(recipe.more ?? []),
  ];
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<</Size ${size} /Root 1 0 R ${recipe.trailer ?? ''}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

/** A page with the content of object 4. */
export const pageOf = (entries: string) => `<</Type /Page /Parent 2 0 R /Contents 4 0 R ${entries}>>`;
