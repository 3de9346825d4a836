/** Readers of either language, without loading French asynchronously. */
import * as french from '../../../shared/pages/french/french.ts';
import { preferredLanguage, type Reader, readerOf } from '../../../shared/pages/reader.ts';

type ReaderSettings = Pick<Reader, 'operator' | 'isTest'> & { readonly acceptLanguage?: string | undefined };

export const readerFor = ({ acceptLanguage, ...service }: ReaderSettings): Reader =>
  readerOf(preferredLanguage(acceptLanguage) === 'fr' ? french : undefined, service);
