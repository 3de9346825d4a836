/** GET /v1/letters/{letter_id} */

import { getLetter } from '../../shared/orders/follow/get-letter.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(getLetter, 'path');
