/** Forms whose buttons make a call to a partner: to register or remove a bank account, and to cancel an order. */
import { printerOf } from '../../shared/config/app.ts';
import { invalid, notFound, Refusal } from '../../shared/domain/refusal.ts';
import {
  bankAccountPage,
  registerBankAccount,
  removalPath,
} from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { findAccount, removeBankAccount } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { bankAccountForm, bankAccountRemoval } from '../../shared/pages/bank-account.ts';
import { askToCancel, cancelFromPage, cancelPage } from '../../shared/pages/cancel.ts';
import { notFromPage, refusalText } from '../../shared/pages/message.ts';
import { orderForms } from '../../shared/pages/order-form/forms.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { forHistory, pageEndpoint } from '../../shared/web/http/page.ts';
import { typedIn } from '../../shared/web/order-form/typed.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  /** GET and POST /v1/bank-accounts/new: a form that keeps bank numbers out of chats. It needs no script. */
  'bank-account-form': pageEndpoint({ name: 'bank-account-form' }, async ({ event, deps, caller, reader }) => {
    if (!deps.settings.sold.includes('check')) throw notFound();
    const values = formOf(event);
    const isAllowed = !isFromOtherSite(event, caller.baseUrl);
    // The check form has a button that leads here. This page keeps the fields of that form, and posts them with its own.
    const hasCheckForm = values !== undefined && isAllowed && (values.step === 'register' || values.order === 'yes');
    const { bank_account: _, ...typed } = hasCheckForm ? typedIn(orderForms.check, values) : {};
    const order = hasCheckForm ? { typed } : undefined;
    const form = {
      checkFormPath: `${new URL(caller.baseUrl).pathname}/new/check`,
      order,
      emailsOwner: deps.settings.newAccounts !== undefined && deps.settings.sendsEmail,
      action: event.rawPath,
      removalPath: removalPath(caller.baseUrl),
      printer: printerOf(deps.partnerNames.check),
    };
    if (values === undefined || (order !== undefined && values.step === 'register'))
      return forHistory(bankAccountForm({ ...form, values: {} }, reader));
    try {
      if (!isAllowed)
        throw new Refusal(
          'invalid_request',
          'Nothing was registered: the form was sent by another site. Please fill it in here.',
        );
      const readRequest = () => {
        // API clients consent by making the call.
        if (values.authorized === 'yes') return values;
        throw invalid('authorized', 'is missing: check the box if you’re authorized to sign for the account.');
      };
      const { body } = await ask(registerBankAccount, deps, readRequest, caller);
      const done = { bankAccountId: body.bank_account_id, nickname: body.nickname };
      return bankAccountForm({ ...form, values: {}, done }, reader);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { field, problem: fieldProblem } = error;
      const problem =
        field === undefined || fieldProblem === undefined
          ? { problem: refusalText(error, reader) }
          : { field, problem: fieldProblem };
      return { ...forHistory(bankAccountForm({ ...form, values, problem }, reader)), refused: error };
    }
  }),
  /** GET and POST /v1/bank-accounts/remove: asks for the account's id, then for a confirmation. The id is never in a URL. */
  'bank-account-removal': pageEndpoint({ name: 'bank-account-removal' }, async ({ event, deps, caller, reader }) => {
    const form = { action: event.rawPath, registrationPath: new URL(bankAccountPage(caller.baseUrl)).pathname };
    const values = formOf(event);
    if (values === undefined) return bankAccountRemoval(form, reader);
    const id = (values.bank_account_id ?? '').trim();
    try {
      if (isFromOtherSite(event, caller.baseUrl))
        throw new Refusal(
          'invalid_request',
          'Nothing was removed: the form was sent by another site. Please fill it in here.',
        );
      if (values.confirmed !== 'yes') {
        await countRequest(deps, removeBankAccount, caller);
        const { nickname, removedAt } = await findAccount(deps, id);
        // An account that was removed before needs no confirmation.
        if (removedAt === undefined)
          return bankAccountRemoval({ ...form, account: { bankAccountId: id, nickname } }, reader);
      }
      const { body } = await ask(removeBankAccount, deps, { bank_account_id: id }, caller);
      return bankAccountRemoval({ ...form, done: { areNumbersDeleted: body.numbers_deleted } }, reader);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problem =
        error.code === 'not_found'
          ? reader.say('There is no account with this code. Copy the whole code and enter it again.')
          : refusalText(error, reader);
      return { ...bankAccountRemoval({ ...form, problem }, reader), refused: error };
    }
  }),
  /** GET and POST /v1/pay/{code}/cancel: asks first, then cancels. Only canceling counts, as over the API. */
  'cancel-order': pageEndpoint({ name: 'cancel-order' }, async ({ event, deps, caller, reader }) => {
    const code = event.pathParameters?.code ?? '';
    const form = formOf(event);
    if (form === undefined) return cancelPage(await askToCancel(deps, code), reader);
    await countRequest(deps, { name: 'cancel-order', limitedAs: 'jobs' }, caller);
    if (isFromOtherSite(event, caller.baseUrl)) throw notFromPage();
    return forHistory(cancelPage(await cancelFromPage(deps, code, form.token), reader));
  }),
};

export const handler = dispatchAmong(handlers);
