/** `status`, `cancel` and `receipt`: the commands for an existing order. */
import type { JobStatus, Receipt } from '../../client/schema.ts';
import { type Exit, exitCodes, usageError } from './arguments.ts';
import { type ApiReply, type CommandTools, printResult, responseData, responseTo } from './tools.ts';

/** A status or time, by its API name, in US English. */
const inWords = (name: string): string => name.replaceAll('_', ' ').replace('cancelled', 'canceled');

const statusLine = (job: JobStatus): string => {
  const { service, status, fulfillment_status, total, refund } = job;
  const facts = [inWords(status)];
  if (status !== 'awaiting_payment' && status !== fulfillment_status) facts.push(inWords(fulfillment_status));
  if ('send_on' in job && job.send_on !== undefined && fulfillment_status === 'queued')
    facts.push(`prints on ${job.send_on}`);
  if (refund !== 'not_applicable') facts.push(`refund ${inWords(refund)}`);
  return `${service}, ${total}: ${facts.join(', ')}`;
};

export async function statusCommand(tools: CommandTools): Promise<Exit> {
  const { api, command } = tools;
  if (command.isPayLink) {
    // A pay link only gives access to the receipt, which shows what has happened so far.
    if (command.watch) throw usageError('--watch needs the job id (job_…) that send printed.');
    const receipt = await fetchReceipt(tools);
    printResult(tools, receipt, () => [`${receipt.service}, ${receipt.total}: ${receipt.statement}`]);
    return receipt.status === 'failed' || receipt.status === 'cancelled' ? exitCodes.ended : exitCodes.done;
  }
  const readJob = (): Promise<JobStatus> =>
    responseData(api.GET('/jobs/{job_id}', { params: { path: { job_id: command.subject } } }));
  let job = await readJob();
  const isOver = () => job.status === 'failed' || job.status === 'cancelled';
  let printed = '';
  while (command.watch && !isOver() && job.fulfillment_status !== 'mailed' && job.fulfillment_status !== 'sent') {
    if (statusLine(job) !== printed) tools.showProgress(statusLine(job));
    printed = statusLine(job);
    await tools.sleep(5_000);
    job = await readJob();
  }
  printResult(tools, job, () => {
    const lines = [statusLine(job)];
    if (job.status === 'awaiting_payment') lines.push(`Read it and pay  ${job.pay_url}`);
    if (job.error !== null) lines.push(job.error);
    if ('carrier_scans' in job && job.carrier_scans !== undefined) {
      for (const { code, at, place } of job.carrier_scans)
        lines.push(`Scan ${new Date(at).toISOString()} ${code}${place ? ` in ${place}` : ''}`);
      lines.push('A scan doesn’t prove delivery.');
    }
    if ('return_notice' in job && job.return_notice !== undefined) lines.push(job.return_notice);
    if ('tracking_number' in job && job.tracking_number !== undefined) lines.push(`Tracking ${job.tracking_number}`);
    return lines;
  });
  return isOver() ? exitCodes.ended : exitCodes.done;
}

export async function cancelCommand(tools: CommandTools): Promise<Exit> {
  const { subject, baseUrl, isPayLink } = tools.command;
  if (isPayLink) throw usageError(`To cancel with a pay link, open its page: ${baseUrl}/pay/${subject}/cancel`);
  const call = tools.api.POST('/jobs/{job_id}/cancel', { params: { path: { job_id: subject } } });
  const { response, error } = await responseTo(call);
  if (response.status === 409 && error !== undefined) {
    printResult(tools, error, () => [`Not canceled. ${error.error ?? ''}`.trim()]);
    return exitCodes.ended;
  }
  const cancellation = await responseData(call);
  const refundTexts: Readonly<Record<string, string>> = {
    issued: 'Your payment is being refunded.',
    contact_support: 'Contact support about the refund.',
  };
  printResult(tools, cancellation, () => [
    `Canceled. ${refundTexts[cancellation.refund ?? ''] ?? 'Nothing was charged.'}`,
  ]);
  return exitCodes.done;
}

/** Gets the receipt with the job id, or with the code of the pay link. */
async function fetchReceipt({ api, command }: CommandTools): Promise<Receipt> {
  const { subject, baseUrl, isPayLink } = command;
  if (!isPayLink) {
    const reply = api.GET('/jobs/{job_id}/receipt', { params: { path: { job_id: subject } } });
    return (await responseData(reply)) as Receipt;
  }
  const fetchByLink = async (): Promise<ApiReply<Receipt>> => {
    const response = await fetch(`${baseUrl}/pay/${subject}/receipt.json`);
    if (response.ok) return { data: (await response.json()) as Receipt, response };
    // Not every error is JSON: a gateway may respond with a web page.
    return { error: (await response.json().catch(() => undefined)) as ApiReply<Receipt>['error'], response };
  };
  return responseData(fetchByLink());
}

export async function receiptCommand(tools: CommandTools): Promise<Exit> {
  const receipt = await fetchReceipt(tools);
  const { statement, total, times, receipt_id } = receipt;
  printResult(tools, receipt, () => [
    statement,
    `Total ${total}, receipt ${receipt_id}`,
    ...Object.entries(times).map(([name, at]) => {
      const minute = new Date(at).toISOString().replace('T', ' ').slice(0, 16);
      return `${minute} UTC  ${inWords(name.replace(/_at$/, ''))}`;
    }),
  ]);
  return exitCodes.done;
}
