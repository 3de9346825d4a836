/** GET /v1/jobs/{job_id}/receipt */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { getReceipt } from '../../shared/usecases/get-receipt.ts';

export const handler = endpoint(getReceipt, 'path');
