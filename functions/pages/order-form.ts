/** GET /v1/new; GET and POST /v1/new/{product}: the order forms. They set no cookie and need no script. */
import { pageEndpoint } from '../../shared/web/http/page.ts';
import { serveOrderForm } from '../../shared/web/order-form/serve.ts';

export const handler = pageEndpoint({ name: 'order-form' }, serveOrderForm);
