/** GET /v1/pay/{code}/pages/{page} */
import { networkOf } from '../../shared/core/network.ts';
import { imageEndpoint } from '../../shared/doors/http/page.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { showPreview } from '../../shared/usecases/show-preview.ts';

/** Drawing a page costs more than any other way of reading, so it is counted too. */
const limited = { name: 'show-preview', limitedAs: 'reads' } as const;

export const handler = imageEndpoint('show-preview', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  const { code = '', page = '' } = event.pathParameters ?? {};
  return showPreview(deps, code, page, networkOf(caller.address));
});
