/** GET /v1/pay/{code}/proof.pdf */
import { pdfEndpoint } from '../../shared/doors/http/page.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { showProof } from '../../shared/usecases/show-preview.ts';

const limited = { name: 'show-proof', limitedAs: 'reads' } as const;

export const handler = pdfEndpoint('show-proof', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  return showProof(deps, event.pathParameters?.code ?? '');
});
