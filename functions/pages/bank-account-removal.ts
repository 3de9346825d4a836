/** GET and POST /v1/bank-accounts/remove: asks for an account's id and for a yes. The id is in the body alone. */
import { notFound, Refusal } from '../../shared/domain/refusal.ts';
import { bankAccountPage } from '../../shared/orders/bank-accounts/find-bank-account.ts';
import { findAccount, removeBankAccount } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { bankAccountRemoval } from '../../shared/pages/bank-account-removal.ts';
import { refusalWords } from '../../shared/pages/message.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

export const handler = pageEndpoint('bank-account-removal', async ({ event, deps, caller, reader }) => {
  const form = { action: event.rawPath, registration: new URL(bankAccountPage(caller.baseUrl)).pathname };
  const sent = formOf(event);
  if (sent === undefined) return bankAccountRemoval(form, reader);
  const id = (sent.bank_account_id ?? '').trim();
  try {
    if (isFromOtherSite(event, caller.baseUrl)) throw fromOtherSite;
    if (sent.confirmed !== 'yes') {
      await countRequest(deps, removeBankAccount, caller);
      const { nickname, removedAt } = await findAccount(deps, id);
      if (removedAt === undefined)
        return bankAccountRemoval({ ...form, found: { bankAccountId: id, nickname } }, reader);
    }
    const { body } = await ask(removeBankAccount, deps, { bank_account_id: id }, caller);
    return bankAccountRemoval({ ...form, done: { areNumbersDeleted: body.numbers_deleted } }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem =
      error.code === notFound().code
        ? reader.say('There is no account of this id. Please check that it was copied whole.')
        : refusalWords(error, reader);
    return { ...bankAccountRemoval({ ...form, problem }, reader), refused: error };
  }
});

const fromOtherSite = new Refusal(
  'invalid_request',
  'Nothing was removed: the form was sent by another site. Please fill it in here.',
);
