/** Typical mistakes in a path or a method. */
import { asked, type Mistake } from './requests.ts';

export const endpoints: readonly Mistake[] = [
  ['GET for POST', 'GET /quotes', undefined, 404, 'Served at this path: POST /v1/quotes. All endpoints: /v1/docs.'],
  [
    'DELETE in place of cancel',
    'DELETE /jobs/job_1',
    undefined,
    404,
    'Served at this path: GET /v1/jobs/{job_id}. All endpoints: /v1/docs.',
  ],
  ['a slash at the end', 'POST /quotes/', asked({}), 404, 'Did you mean POST /v1/quotes? All endpoints: /v1/docs.'],
  ['without /v1', 'POST ../quotes', asked({}), 404, 'Did you mean POST /v1/quotes? All endpoints: /v1/docs.'],
  ['one quote', 'POST /quote', asked({}), 404, 'Did you mean POST /v1/quotes? All endpoints: /v1/docs.'],
  ['/letters', 'POST /letters', asked({}), 404, 'Did you mean POST /v1/jobs? All endpoints: /v1/docs.'],
  ['/me', 'GET /me', undefined, 404, 'All endpoints: /v1/docs.'],
  ['the id of a quote for a job', 'GET /jobs/$letter', undefined, 404, 'not_found'],
  ['a job that is none', 'POST /jobs/job_1/cancel', undefined, 404, 'not_found'],
  [
    'a body of 5 MB',
    'POST /quotes',
    'x'.repeat(5_000_000),
    413,
    'The body is larger than 4 MB: shorten it, or send a PDF by pdf_url.',
  ],
];
