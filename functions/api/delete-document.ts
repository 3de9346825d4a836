/** DELETE /v1/jobs/{job_id}/document, which takes no body and returns none. */

import { deleteDocument } from '../../shared/orders/content/delete-document.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(deleteDocument, 'path');
