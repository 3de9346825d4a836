/** GET /v1/new; GET and POST /v1/new/letter, /v1/new/check and /v1/new/fax: ordering by hand. No cookie, and no script that is needed. */
import { pageEndpoint } from '../../shared/web/http/page.ts';
import { serveOrderForm } from '../../shared/web/order-form/serve.ts';

export const handler = pageEndpoint('order-form', serveOrderForm);
