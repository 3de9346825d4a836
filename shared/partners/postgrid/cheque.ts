/** Checks at PostGrid, drawn on the id of a bank account. It numbers cheques across accounts, so we set the number. */

import type { CheckOrder } from '../../products/check/check.ts';
import { asFields, jsonBody, type RequestBody } from '../http/partner-client.ts';
import type { Partner, PartnerRequest } from '../partner.ts';
import { commonFields, type PostgridSettings, postgridPartner } from './postgrid.ts';

export const postgridCheques = (settings: PostgridSettings): Partner =>
  postgridPartner(settings, {
    path: '/cheques',
    body: chequeBody,
    // If the partner ever returns the whole account, its numbers are dropped here.
    record: ({ bankAccount, ...fields }) => ({ ...fields, bankAccount: asFields(bankAccount)?.id ?? bankAccount }),
  });

function chequeBody(request: PartnerRequest): RequestBody {
  const { drawing } = request;
  if (drawing === undefined) throw new Error('a check is drawn on an account');
  const order = request.order as CheckOrder;
  return jsonBody({
    ...commonFields(request, order),
    mailingClass: 'first_class',
    bankAccount: drawing.partnerId,
    amount: order.amountCents,
    currencyCode: order.currency,
    number: drawing.checkNumber,
    memo: order.memo,
    message: order.message,
  });
}
