/** GET /v1/pay/{code}/pages/{page} */
import { imageEndpoint } from '../../shared/doors/http/page.ts';
import { showPreview } from '../../shared/usecases/show-preview.ts';

export const handler = imageEndpoint('show-preview', ({ event, deps }) =>
  showPreview(deps, event.pathParameters?.code ?? '', event.pathParameters?.page ?? ''),
);
