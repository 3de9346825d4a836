/** GET /v1/letters/{letter_id} */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { getLetter } from '../../shared/usecases/jobs/get-letter.ts';

export const handler = endpoint(getLetter, 'path');
