/** POST /v1/fax-jobs */
import { createJob } from '../../shared/orders/create/create-job.ts';
import { catalog } from '../../shared/products/index.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(createJob(catalog.fax));
