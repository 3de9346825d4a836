/** Letters at PostGrid: the stored PDF as multipart/form-data; PostGrid stamps the addresses on its first page. */

import type { LetterOrder } from '../../products/letter/letter.ts';
import { multipart } from '../http/multipart.ts';
import type { RequestBody } from '../http/partner-client.ts';
import type { Partner, PartnerRequest } from '../partner.ts';
import { commonFields, type PostgridSettings, postgridPartner } from './postgrid.ts';

export const postgridLetters = (settings: PostgridSettings): Partner =>
  postgridPartner(settings, { path: '/letters', body: letterBody, record: (fields) => ({ ...fields }) });

function letterBody(request: PartnerRequest): RequestBody {
  if (request.pdf === undefined) throw new Error('a letter is printed from a PDF');
  const order = request.order as LetterOrder;
  // `certified` is documented for the US only. `registered` for Canada is unverified, see docs/going-live.md.
  const registeredClass = order.to.countryCode === 'US' ? 'certified' : 'registered';
  const fields = {
    ...commonFields(request, order),
    addressPlacement: 'top_first_page',
    color: order.color,
    doubleSided: false,
    mailingClass: order.registered ? registeredClass : 'first_class',
  };
  return multipart(fields, { name: 'pdf', pdf: request.pdf }, request.reference);
}
