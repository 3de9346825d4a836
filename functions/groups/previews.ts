/** The pages of an order, or of a quote before an order is placed, as pictures, as a PDF and as words. */
import { siteOf } from '../../shared/domain/network.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { wordsPage } from '../../shared/pages/pay/words-page.ts';
import {
  showPreview,
  showProof,
  showQuotedPage,
  showQuotedProof,
  showQuotedWords,
  showWords,
} from '../../shared/pages/views/show-preview.ts';
import { imageEndpoint, pageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';
import { byHandler } from './by-handler.ts';

export const handlers = {
  /** GET /v1/pay/{code}/pages/{page} and GET /v1/new/{quote_id}/pages/{page}. Drawing a page costs the most, so it counts. */
  'show-preview': imageEndpoint('show-preview', async ({ event, deps, caller }) => {
    await countRequest(deps, { name: 'show-preview', limitedAs: 'reads' }, caller);
    const { code = '', quote_id: quoteId, page = '' } = event.pathParameters ?? {};
    const network = siteOf(caller.address);
    return quoteId === undefined
      ? showPreview(deps, code, page, network)
      : showQuotedPage(deps, quoteId, page, network);
  }),
  /** GET /v1/pay/{code}/proof.pdf and GET /v1/new/{quote_id}/proof.pdf */
  'show-proof': pdfEndpoint('show-proof', async ({ event, deps, caller }) => {
    await countRequest(deps, { name: 'show-proof', limitedAs: 'reads' }, caller);
    const { code = '', quote_id: quoteId } = event.pathParameters ?? {};
    return quoteId === undefined ? showProof(deps, code) : showQuotedProof(deps, quoteId);
  }),
  /** GET /v1/pay/{code}/text and GET /v1/new/{quote_id}/text */
  'show-words': pageEndpoint('show-words', async ({ event, deps, caller, reader }) => {
    await countRequest(deps, { name: 'show-words', limitedAs: 'reads' }, caller);
    const { code = '', quote_id: quoteId } = event.pathParameters ?? {};
    const network = siteOf(caller.address);
    const path = `${new URL(caller.baseUrl).pathname}/new/${quoteId}`;
    const words =
      quoteId === undefined ? showWords(deps, code, network) : showQuotedWords(deps, quoteId, path, network);
    return wordsPage(await words, reader);
  }),
};

export const handler = byHandler(handlers);
