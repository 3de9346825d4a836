/** `status`, `cancel` and `receipt`: the commands for an existing order. */

import type { JobStatus } from '../../client/schema.ts';
import { type CommandTools, printResult, responseData, responseTo } from './tools.ts';
import { CommandError, type Exit, exitCodes, usageError } from './words.ts';

const statusLine = (job: JobStatus): string => {
  const { service, status, fulfillment_status, total, refund } = job;
  const facts = [status.replaceAll('_', ' ')];
  if (status !== 'awaiting_payment' && status !== fulfillment_status)
    facts.push(fulfillment_status.replaceAll('_', ' '));
  if ('send_on' in job && job.send_on !== undefined && fulfillment_status === 'queued')
    facts.push(`prints on ${job.send_on}`);
  if (refund !== 'not_applicable') facts.push(`refund ${refund.replaceAll('_', ' ')}`);
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
  printResult(tools, job, () => [
    statusLine(job),
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
  return isOver() ? exitCodes.ended : exitCodes.done;
}

export async function cancelCommand(tools: CommandTools): Promise<Exit> {
  const { subject, baseUrl, isPayLink } = tools.command;
  if (isPayLink) throw usageError(`To cancel with a pay link, open its page: ${baseUrl}/pay/${subject}/cancel`);
  const call = tools.api.POST('/jobs/{job_id}/cancel', { params: { path: { job_id: subject } } });
  const { response, error } = await responseTo(call);
  const declined = response.status === 409 ? (error as { readonly error?: string } | undefined) : undefined;
  if (declined !== undefined) {
    printResult(tools, declined, () => [`Not canceled. ${declined.error ?? ''}`.trim()]);
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
async function fetchReceipt(tools: CommandTools): Promise<Readonly<Record<string, unknown>>> {
  const { subject, baseUrl, isPayLink } = tools.command;
  if (!isPayLink) {
    const params = { path: { job_id: subject } };
    return (await responseData(tools.api.GET('/jobs/{job_id}/receipt', { params }))) as Readonly<
      Record<string, unknown>
    >;
  }
  const response = await responseTo(fetch(`${baseUrl}/pay/${subject}/receipt.json`));
  // A different kind of server may respond with a web page.
  const receipt = response.ok ? await response.json().catch(() => undefined) : undefined;
  if (receipt === undefined)
    throw new CommandError(exitCodes.refused, 'No order has this pay link. Check that you copied all of it.');
  return receipt as Readonly<Record<string, unknown>>;
}

export async function receiptCommand(tools: CommandTools): Promise<Exit> {
  const receipt = await fetchReceipt(tools);
  const { statement, total, times, receipt_id } = receipt;
  printResult(tools, receipt, () => [
    String(statement),
    `Total ${total}, receipt ${receipt_id}`,
    ...Object.entries(times ?? {}).map(
      ([name, at]) =>
        `${new Date(Number(at)).toISOString().replace('T', ' ').slice(0, 16)} UTC  ${name.replace(/_at$/, '').replaceAll('_', ' ')}`,
    ),
  ]);
  return exitCodes.done;
}
