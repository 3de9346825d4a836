/** `receipt` and `verify`: the proof of an order, and whether it is genuine. */
import { isDeepStrictEqual } from 'node:util';
import { type Verdict, verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { answered, type Desk, present, reached } from './desk.ts';
import { type Exit, exits, misused, Stop } from './stop.ts';

type ReceiptFields = Readonly<Record<string, unknown>>;

const day = (at: unknown): string => new Date(Number(at)).toISOString().replace('T', ' ').slice(0, 16);

const linesOf = ({ statement, total, times, receipt_id }: ReceiptFields): string[] => [
  String(statement),
  `Total ${total}, receipt ${receipt_id}`,
  ...Object.entries(times ?? {}).map(
    ([name, at]) => `${day(at)} UTC  ${name.replace(/_at$/, '').replaceAll('_', ' ')}`,
  ),
];

export const isPayCode = ({ command }: Desk): boolean => command.subject.startsWith('pay_');

/** By the job id, or by the code of the pay link. */
export async function receiptOf(desk: Desk): Promise<ReceiptFields> {
  const { subject, baseUrl } = desk.command;
  if (!isPayCode(desk)) {
    const params = { path: { job_id: subject } };
    return (await answered(desk.api.GET('/jobs/{job_id}/receipt', { params }))) as ReceiptFields;
  }
  const response = await reached(fetch(`${baseUrl}/pay/${subject}/receipt.json`));
  const fields = response.ok ? fieldsIn(await response.text()) : undefined;
  if (fields === undefined) throw new Stop(exits.refused, 'No order has this pay link.');
  return fields;
}

export async function receiptCommand(desk: Desk): Promise<Exit> {
  const signed = await receiptOf(desk);
  present(desk, signed, () => linesOf(signed));
  return exits.done;
}

/** Receipts of a PDF, of JSON and of a compact JWS are judged as the page for it judges them. */
export async function verifyCommand(desk: Desk): Promise<Exit> {
  const shown = new Uint8Array(await desk.readBytes(desk.command.subject));
  const { keys } = await answered(desk.api.GET('/.well-known/jwks.json'));
  const published = keys.map(({ kty, kid, x }) => ({ kty, kid, x: String(x) }));
  const verdict = await verifyReceipt(published, shown);
  if (verdict.kind === 'no_receipt')
    throw misused(
      'This is no signed receipt: give the JSON that print-and-mail receipt JOB --json prints, or evidence.pdf.',
    );
  const receipt = verdict.kind === 'genuine' ? verdict.receipt : {};
  const problem = verdict.kind === 'genuine' ? differences(verdict, shown) : problems[verdict.kind];
  present(desk, { genuine: problem === undefined, problem, receipt }, () =>
    problem === undefined ? ['Genuine. This was signed:', ...linesOf(receipt)] : [`Not genuine. ${problem}`],
  );
  return problem === undefined ? exits.done : exits.ended;
}

const problems = {
  unknown_key: 'It was signed with a key that this service does not publish.',
  altered: 'It was changed after it was signed.',
} as const;

/** A PDF may say anything around what was signed, which is printed for that reason. */
function differences({ around, receipt }: Extract<Verdict, { kind: 'genuine' }>, shown: Uint8Array) {
  if (around !== 'differs') return undefined;
  const given = fieldsIn(new TextDecoder().decode(shown)) ?? {};
  const names = new Set([...Object.keys(receipt), ...Object.keys(given)]);
  const changed = [...names].filter((name) => !isUnsigned(name) && !isDeepStrictEqual(given[name], receipt[name]));
  return `The file differs from what was signed: ${changed.join(', ') || 'a name stands in it twice'}.`;
}

const isUnsigned = (name: string): boolean => name === 'job_id' || name === 'signature';

function fieldsIn(text: string): ReceiptFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as ReceiptFields) : undefined;
  } catch {
    return undefined;
  }
}
