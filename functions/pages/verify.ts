/** GET and POST /v1/verify: tells whether a receipt is genuine. What is given is not kept. */

import { Refusal } from '../../shared/domain/refusal.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { verifyPage } from '../../shared/pages/verify.ts';
import type { HttpEvent } from '../../shared/web/http/http-event.ts';
import { postedForm } from '../../shared/web/http/multipart-form.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

export const handler = pageEndpoint('verify', async ({ event, deps, caller, reader }) => {
  const { rawPath: action, queryStringParameters: query, requestContext } = event;
  if (requestContext.http.method !== 'POST' && query?.receipt === undefined) return verifyPage({ action }, reader);
  try {
    await countRequest(deps, { name: 'verify', limitedAs: 'reads' }, caller);
    const { receipt, document } = await givenIn(event);
    const { keys } = await deps.signer.publicKeys();
    return verifyPage({ action, verdict: await verifyReceipt(keys, receipt, document) }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...verifyPage({ action, problem: error.message }, reader), refused: error };
  }
});

/** The form, or the receipt in the address behind a code. */
async function givenIn(event: HttpEvent) {
  const linked = event.queryStringParameters?.receipt;
  if (linked !== undefined) return { receipt: Buffer.from(linked), document: undefined };
  const form = await postedForm(event);
  const receipt = (await form.file('receipt_file')) ?? Buffer.from(form.text('receipt'));
  return { receipt, document: await form.file('document') };
}
