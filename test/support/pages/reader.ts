/** Creates readers of either language synchronously. */
import * as french from '../../../shared/pages/french/french.ts';
import { preferredLanguage, type Reader, readerOf } from '../../../shared/pages/reader.ts';

type Reading = Pick<Reader, 'operator' | 'isTest'> & { readonly acceptLanguage?: string | undefined };

export const readerFor = ({ acceptLanguage, ...service }: Reading): Reader =>
  readerOf(preferredLanguage(acceptLanguage) === 'fr' ? french : undefined, service);
