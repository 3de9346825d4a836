/** The papers of the products, by name. */
import { checkPaper } from '../../../shared/products/check/check.ts';
import { faxPaper } from '../../../shared/products/fax/fax.ts';
import { letterPaper } from '../../../shared/products/letter/letter.ts';

export const papers = { letter: letterPaper, fax: faxPaper, check: checkPaper } as const;

export type PaperName = keyof typeof papers;
