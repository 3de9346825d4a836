/** GET and POST /v1/bank-accounts/new: a form that keeps bank numbers out of chats. It needs no script. */

import { printerOf } from '../../shared/config/app.ts';
import { invalid, Refusal } from '../../shared/domain/refusal.ts';
import { removalPath } from '../../shared/orders/bank-accounts/find-bank-account.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { bankAccountFields, bankAccountForm } from '../../shared/pages/bank-account-form.ts';
import { fieldProblem, refusalWords } from '../../shared/pages/message.ts';
import { orderForms } from '../../shared/pages/order-form/forms.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';
import { typedIn } from '../../shared/web/order-form/typed.ts';

export const handler = pageEndpoint('bank-account-form', async ({ event, deps, caller, reader }) => {
  const values = formOf(event);
  const isAllowed = !isFromOtherSite(event, caller.baseUrl);
  const order = values && isAllowed ? checkBehind(values, caller.baseUrl) : undefined;
  const form = {
    order,
    action: event.rawPath,
    removal: removalPath(caller.baseUrl),
    printer: printerOf(deps.partnerNames.check),
  };
  if (values === undefined || (order !== undefined && values.step === 'register'))
    return bankAccountForm({ ...form, values: {} }, reader);
  try {
    if (!isAllowed) throw fromOtherSite;
    const { body } = await ask(registerBankAccount, deps, () => authorized(values), caller);
    const done = { bankAccountId: body.bank_account_id, nickname: body.nickname };
    return bankAccountForm({ ...form, values: {}, done }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = fieldProblem(error, bankAccountFields) ?? { problem: refusalWords(error, reader) };
    return { ...bankAccountForm({ ...form, values, problem }, reader), refused: error };
  }
});

/** The form of a check that leads here once, and whose fields then go along with those of this page. */
function checkBehind(values: Readonly<Record<string, string>>, baseUrl: string) {
  if (values.step !== 'register' && values.order !== 'yes') return undefined;
  const { bank_account: _, ...typed } = typedIn(orderForms.check, values);
  return { action: `${new URL(baseUrl).pathname}/new/check`, typed };
}

/** The form asks for the owner's word; callers of the API have given theirs by the call. */
function authorized(values: Readonly<Record<string, string>>) {
  if (values.authorized === 'yes') return values;
  throw invalid('authorized', 'is missing: tick the box if you may sign for the account.');
}

const fromOtherSite = new Refusal(
  'invalid_request',
  'Nothing was registered: the form was sent by another site. Please fill it in here.',
);
