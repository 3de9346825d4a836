/** The papers of the products, by their names. */
import { checkPaper } from '../../../shared/products/check/paper.ts';
import { faxPaper } from '../../../shared/products/fax/paper.ts';
import { letterPaper } from '../../../shared/products/letter/paper.ts';

export const papers = { letter: letterPaper, fax: faxPaper, check: checkPaper } as const;

export type PaperName = keyof typeof papers;
