/** GET and POST /v1/verify: tells whether a receipt is genuine. What is posted is not kept. */
import { script } from '#scripts/verify';
import { ReceiptVerifier } from '../../shared/core/receipt/verifier.ts';
import { Refusal } from '../../shared/core/refusal.ts';
import { postedForm } from '../../shared/doors/http/multipart-form.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { besidePage } from '../../shared/pages/page.ts';
import { verifyPage } from '../../shared/pages/verify.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';

export const handler = pageEndpoint('verify', async ({ event, deps, caller, reader }) => {
  const { script: version, saved } = event.queryStringParameters ?? {};
  if (version !== undefined) return besidePage('script', script, version);
  const { keys: known } = await deps.signer.publicKeys();
  const paths = { known, action: event.rawPath, keys: event.rawPath.replace(/[^/]*$/, '.well-known/jwks.json') };
  if (saved !== undefined) {
    const { headers, body } = verifyPage({ ...paths, isSaved: true }, reader);
    return { headers: { ...headers, 'content-disposition': 'attachment; filename="verify.html"' }, body };
  }
  if (event.requestContext.http.method !== 'POST') return verifyPage(paths, reader);
  try {
    await countRequest(deps, { name: 'verify', limitedAs: 'reads' }, caller);
    const form = await postedForm(event);
    const receipt = (await form.file('receipt_file')) ?? new TextEncoder().encode(form.text('receipt'));
    const verifier = new ReceiptVerifier(async () => known);
    const verdict = await verifier.verify(receipt, await form.file('document'));
    return verifyPage({ ...paths, verdict }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...verifyPage({ ...paths, problem: error.message }, reader), refused: error };
  }
});
