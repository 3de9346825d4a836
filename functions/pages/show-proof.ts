/** GET /v1/pay/{code}/proof.pdf, and GET /v1/new/{quote_id}/proof.pdf before an order is placed. */

import { countRequest } from '../../shared/orders/count-request.ts';
import { showProof, showQuotedProof } from '../../shared/pages/views/show-preview.ts';
import { pdfEndpoint } from '../../shared/web/http/page.ts';

const limited = { name: 'show-proof', limitedAs: 'reads' } as const;

export const handler = pdfEndpoint('show-proof', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  const { code = '', quote_id: quoteId } = event.pathParameters ?? {};
  return quoteId === undefined ? showProof(deps, code) : showQuotedProof(deps, quoteId);
});
