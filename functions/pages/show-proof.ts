/** GET /v1/pay/{code}/proof.pdf, and GET /v1/new/{quote_id}/proof.pdf before an order is placed. */
import { pdfEndpoint } from '../../shared/doors/http/page.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { showProof } from '../../shared/usecases/preview/show-preview.ts';
import { showQuotedProof } from '../../shared/usecases/preview/show-quoted.ts';

const limited = { name: 'show-proof', limitedAs: 'reads' } as const;

export const handler = pdfEndpoint('show-proof', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  const { code = '', quote_id: quoteId } = event.pathParameters ?? {};
  return quoteId === undefined ? showProof(deps, code) : showQuotedProof(deps, quoteId);
});
