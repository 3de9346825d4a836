/** GET /v1/pay/{code}/pages/{page}, and GET /v1/new/{quote_id}/pages/{page} before an order is placed. */
import { siteOf } from '../../shared/domain/network.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { showPreview, showQuotedPage } from '../../shared/pages/views/show-preview.ts';
import { imageEndpoint } from '../../shared/web/http/page.ts';

/** Drawing a page costs more than any other way of reading, so it is counted too. */
const limited = { name: 'show-preview', limitedAs: 'reads' } as const;

export const handler = imageEndpoint('show-preview', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  const { code = '', quote_id: quoteId, page = '' } = event.pathParameters ?? {};
  const network = siteOf(caller.address);
  return quoteId === undefined ? showPreview(deps, code, page, network) : showQuotedPage(deps, quoteId, page, network);
});
