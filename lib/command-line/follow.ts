/** `status`, `cancel`, `receipt` and `verify`: an order on its way, and its proof. */

import { isDeepStrictEqual } from 'node:util';
import type { JobStatus } from '../../client/schema.ts';
import { verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { answered, type Desk, present, reached } from './desk.ts';
import { type Exit, exits, misused, Stop } from './words.ts';

const lineOf = (job: JobStatus): string => {
  const { service, status, fulfillment_status, total, refund } = job;
  const words = [status.replaceAll('_', ' ')];
  if (status !== 'awaiting_payment' && status !== fulfillment_status)
    words.push(fulfillment_status.replaceAll('_', ' '));
  if ('send_on' in job && job.send_on !== undefined && fulfillment_status === 'queued')
    words.push(`prints on ${job.send_on}`);
  if (refund !== 'not_applicable') words.push(`refund ${refund.replaceAll('_', ' ')}`);
  return `${service}, ${total}: ${words.join(', ')}`;
};

export async function status(desk: Desk): Promise<Exit> {
  const { api, command } = desk;
  if (isPayCode(desk)) {
    // A pay link shows what has happened so far, and no more.
    if (command.watch) throw misused('--watch needs the job id (job_…) that send printed.');
    const receipt = await receiptOf(desk);
    present(desk, receipt, () => [`${receipt.service}, ${receipt.total}: ${receipt.statement}`]);
    return receipt.status === 'failed' || receipt.status === 'cancelled' ? exits.ended : exits.done;
  }
  const readJob = (): Promise<JobStatus> =>
    answered(api.GET('/jobs/{job_id}', { params: { path: { job_id: command.subject } } }));
  let job = await readJob();
  const isOver = () => job.status === 'failed' || job.status === 'cancelled';
  let printed = '';
  while (command.watch && !isOver() && job.fulfillment_status !== 'mailed' && job.fulfillment_status !== 'sent') {
    if (lineOf(job) !== printed) desk.tell(lineOf(job));
    printed = lineOf(job);
    await desk.sleep(5_000);
    job = await readJob();
  }
  present(desk, job, () => [
    lineOf(job),
    ...(job.status === 'awaiting_payment' ? [`Read it and pay  ${job.pay_url}`] : []),
    ...(job.error === null ? [] : [job.error]),
    ...('carrier_scans' in job && job.carrier_scans !== undefined
      ? [
          ...job.carrier_scans.map(
            ({ code, at, place }) => `Scan ${new Date(at).toISOString()} ${code}${place ? ` in ${place}` : ''}`,
          ),
          'A scan doesn’t prove delivery.',
        ]
      : []),
    ...('return_notice' in job && job.return_notice !== undefined ? [job.return_notice] : []),
    ...('tracking_number' in job && job.tracking_number !== undefined ? [`Tracking ${job.tracking_number}`] : []),
  ]);
  return isOver() ? exits.ended : exits.done;
}

export async function cancelCommand(desk: Desk): Promise<Exit> {
  const { subject, baseUrl } = desk.command;
  if (isPayCode(desk)) throw misused(`To cancel with a pay link, open its page: ${baseUrl}/pay/${subject}/cancel`);
  const call = desk.api.POST('/jobs/{job_id}/cancel', { params: { path: { job_id: desk.command.subject } } });
  const { response, error } = await reached(call);
  const declined = response.status === 409 ? (error as { readonly error?: string } | undefined) : undefined;
  if (declined !== undefined) {
    present(desk, declined, () => [`Not canceled. ${declined.error ?? ''}`.trim()]);
    return exits.ended;
  }
  const { refund, ...rest } = await answered(call);
  const money = { issued: ' Your payment is being refunded.', contact_support: ' Contact support about the refund.' };
  present(desk, { ...rest, refund }, () => [
    `Canceled.${refund === 'issued' || refund === 'contact_support' ? money[refund] : ' Nothing was charged.'}`,
  ]);
  return exits.done;
}

type ReceiptFields = Readonly<Record<string, unknown>>;

const linesOf = ({ statement, total, times, receipt_id }: ReceiptFields): string[] => [
  String(statement),
  `Total ${total}, receipt ${receipt_id}`,
  ...Object.entries(times ?? {}).map(
    ([name, at]) =>
      `${new Date(Number(at)).toISOString().replace('T', ' ').slice(0, 16)} UTC  ${name.replace(/_at$/, '').replaceAll('_', ' ')}`,
  ),
];

const isPayCode = ({ command }: Desk): boolean => command.subject.startsWith('pay_');

/** By the job id, or by the code of the pay link. */
async function receiptOf(desk: Desk): Promise<ReceiptFields> {
  const { subject, baseUrl } = desk.command;
  if (!isPayCode(desk)) {
    const params = { path: { job_id: subject } };
    return (await answered(desk.api.GET('/jobs/{job_id}/receipt', { params }))) as ReceiptFields;
  }
  const response = await reached(fetch(`${baseUrl}/pay/${subject}/receipt.json`));
  const fields = response.ok ? fieldsIn(await response.text()) : undefined;
  if (fields === undefined)
    throw new Stop(exits.refused, 'No order has this pay link. Check that you copied all of it.');
  return fields;
}

export async function receiptCommand(desk: Desk): Promise<Exit> {
  const signed = await receiptOf(desk);
  present(desk, signed, () => linesOf(signed));
  return exits.done;
}

/** Receipts of a PDF, of JSON and of a compact JWS are judged as the page for it judges them. */
export async function verifyCommand(desk: Desk): Promise<Exit> {
  const file = new Uint8Array(await desk.readBytes(desk.command.subject));
  const { keys } = await answered(desk.api.GET('/.well-known/jwks.json'));
  const published = keys.map(({ kty, kid, x }) => ({ kty, kid, x: String(x) }));
  const verdict = await verifyReceipt(published, file);
  if (verdict.kind === 'no_receipt')
    throw misused(
      'This isn’t a signed receipt. Use the JSON that print-and-mail receipt JOB --json prints, or evidence.pdf.',
    );
  const receipt = verdict.kind === 'genuine' ? verdict.receipt : {};
  const problems = {
    unknown_key: 'It was signed with a key that the service doesn’t publish.',
    altered: 'It was changed after it was signed.',
  } as const;
  // A PDF may say anything around what was signed, which is printed for that reason.
  const differences = (): string => {
    const claimed = fieldsIn(new TextDecoder().decode(file)) ?? {};
    const names = new Set([...Object.keys(receipt), ...Object.keys(claimed)]);
    const changed = [...names].filter(
      (name) => !(name === 'job_id' || name === 'signature') && !isDeepStrictEqual(claimed[name], receipt[name]),
    );
    return `The file differs from what was signed: ${changed.join(', ') || 'a name appears in it twice'}.`;
  };
  const isDifferent = verdict.kind === 'genuine' && verdict.around === 'differs';
  const fault = verdict.kind === 'genuine' ? undefined : problems[verdict.kind];
  const problem = isDifferent ? differences() : fault;
  present(desk, { genuine: problem === undefined, problem, receipt }, () =>
    problem === undefined ? ['Genuine. This was signed:', ...linesOf(receipt)] : [`Not genuine. ${problem}`],
  );
  return problem === undefined ? exits.done : exits.ended;
}

function fieldsIn(text: string): ReceiptFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as ReceiptFields) : undefined;
  } catch {
    return undefined;
  }
}
