/** Quotes of what is printed from a document: letters and faxes. */
import { handler as quoteFax } from '../api/quote-fax.ts';
import { handler as quoteLetter } from '../api/quote-letter.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({ 'quote-fax': quoteFax, 'quote-letter': quoteLetter });
