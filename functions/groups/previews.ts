/** The pages of an order as pictures, as a PDF and as words. */
import { handler as showPreview } from '../pages/show-preview.ts';
import { handler as showProof } from '../pages/show-proof.ts';
import { handler as showWords } from '../pages/show-words.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({ 'show-preview': showPreview, 'show-proof': showProof, 'show-words': showWords });
