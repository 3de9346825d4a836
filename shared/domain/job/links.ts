/** The pages of a job that its payer opens. */
import type { Job } from './job.ts';

type PayLink = Pick<Job, 'baseUrl' | 'payCode'>;

/** Shows what will be sent, and leads to the payment. */
export const payUrl = ({ baseUrl, payCode }: PayLink): string => `${baseUrl}/pay/${payCode}`;

/** The payment provider leads a payer there who has paid. */
export const paidUrl = (job: PayLink): string => `${payUrl(job)}/paid`;
