/** POST /v1/jobs */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { catalogue } from '../../shared/products/index.ts';
import { createJob } from '../../shared/usecases/jobs/create-job.ts';

export const handler = endpoint(createJob(catalogue.letter), 'body');
