/** GET and POST /v1/bank-accounts/new: a form that keeps bank numbers out of chats. It needs no script. */
import { Refusal } from '../../shared/core/refusal.ts';
import { formOf } from '../../shared/doors/http/http-event.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { bankAccountForm } from '../../shared/pages/bank-account-form.ts';
import { registerBankAccount } from '../../shared/usecases/bank-accounts/register-bank-account.ts';
import { ask } from '../../shared/usecases/use-case.ts';

export const handler = pageEndpoint('bank-account-form', async ({ event, deps, caller, reader }) => {
  const form = { action: event.rawPath };
  const values = formOf(event);
  if (values === undefined) return bankAccountForm({ ...form, values: {} }, reader);
  try {
    const { body } = await ask(registerBankAccount, deps, values, caller);
    const done = { bankAccountId: body.bank_account_id, nickname: body.nickname };
    return bankAccountForm({ ...form, values: {}, done }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, field } = error;
    // The form names the field itself, by its label.
    const problem = field !== undefined && message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
    return {
      ...bankAccountForm({ ...form, values, problem: { problem, field } }, reader),
      refused: error,
    };
  }
});
