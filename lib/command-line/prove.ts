/** `receipt` and `verify`: the proof of an order, and whether it is genuine. */
import { createPublicKey, verify as holds, type JsonWebKeyInput } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { answered, type Desk, present } from './desk.ts';
import { type Exit, exits, misused } from './stop.ts';

type ReceiptFields = Readonly<Record<string, unknown>>;

const day = (at: unknown): string => new Date(Number(at)).toISOString().replace('T', ' ').slice(0, 16);

const linesOf = ({ statement, total, times, receipt_id }: ReceiptFields): string[] => [
  String(statement),
  `Total ${total}, receipt ${receipt_id}`,
  ...Object.entries(times ?? {}).map(
    ([name, at]) => `${day(at)} UTC  ${name.replace(/_at$/, '').replaceAll('_', ' ')}`,
  ),
];

export async function receiptCommand(desk: Desk): Promise<Exit> {
  const params = { path: { job_id: desk.command.subject } };
  const signed = await answered(desk.api.GET('/jobs/{job_id}/receipt', { params }));
  present(desk, signed, () => linesOf(signed as ReceiptFields));
  return exits.done;
}

export async function verifyCommand(desk: Desk): Promise<Exit> {
  const given = fieldsIn(await desk.read(desk.command.subject));
  const { signature } = given ?? {};
  if (given === undefined || typeof signature !== 'string')
    throw misused('This is no signed receipt: it is the JSON that print-and-mail receipt JOB --json prints.');
  const { keys } = await answered(desk.api.GET('/.well-known/jwks.json'));
  const { problem, payload } = judged(signature, keys, given);
  present(desk, { genuine: problem === undefined, problem, receipt: payload }, () =>
    problem === undefined ? ['Genuine.', ...linesOf(payload)] : [`Not genuine. ${problem}`],
  );
  return problem === undefined ? exits.done : exits.ended;
}

interface Judgement {
  readonly problem: string | undefined;
  /** The fields that were signed. */
  readonly payload: ReceiptFields;
}

function judged(jws: string, keys: readonly object[], given: ReceiptFields): Judgement {
  const [head = '', body = '', seal = ''] = jws.split('.');
  const decoded = (part: string) => fieldsIn(Buffer.from(part, 'base64url').toString('utf8'));
  const header = decoded(head);
  const payload = decoded(body) ?? {};
  const bad = (problem: string) => ({ problem, payload });
  if (header?.alg !== 'EdDSA' || header.typ !== 'receipt+jws') return bad('Its signature is not one of a receipt.');
  const key = keys.find((each) => (each as ReceiptFields).kid === header.kid);
  if (key === undefined) return bad('It was signed with a key that this service does not publish.');
  const publicKey = createPublicKey({ key, format: 'jwk' } as JsonWebKeyInput);
  if (!holds(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(seal, 'base64url')))
    return bad('It was changed after it was signed.');
  const changed = Object.keys(payload).filter((name) => !isDeepStrictEqual(given[name], payload[name]));
  return changed.length === 0
    ? { problem: undefined, payload }
    : bad(`The file differs from what was signed: ${changed.join(', ')}.`);
}

function fieldsIn(text: string): ReceiptFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as ReceiptFields) : undefined;
  } catch {
    return undefined;
  }
}
