/** GET /v1/pay/{code}/text, and GET /v1/new/{quote_id}/text before an order is placed. */
import { siteOf } from '../../shared/domain/network.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { wordsPage } from '../../shared/pages/pay/words-page.ts';
import { showQuotedWords, showWords } from '../../shared/pages/views/show-preview.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

const limited = { name: 'show-words', limitedAs: 'reads' } as const;

export const handler = pageEndpoint('show-words', async ({ event, deps, caller, reader }) => {
  await countRequest(deps, limited, caller);
  const { code = '', quote_id: quoteId } = event.pathParameters ?? {};
  const network = siteOf(caller.address);
  const path = `${new URL(caller.baseUrl).pathname}/new/${quoteId}`;
  const words = quoteId === undefined ? showWords(deps, code, network) : showQuotedWords(deps, quoteId, path, network);
  return wordsPage(await words, reader);
});
