/**
 * Verifies a service's log from outside, day by day: nothing was removed, changed or put in later. It is written from
 * RFC 6962 and docs/receipts.md, and not from the code that writes the log.
 */
import { createHash } from 'node:crypto';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';

/** `GET /v1/log/head`, as it is shown or was kept. */
export interface KeptHead {
  readonly day: string;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly previous: { readonly day: string; readonly tree_size: number; readonly root_hash: string } | null;
  readonly signature: string;
}

interface ShownDay extends KeptHead {
  readonly first_leaf: number;
  readonly subtrees_before: readonly string[];
  readonly leaves: readonly string[];
}

export interface VerifiedLog {
  readonly days: number;
  readonly receipts: number;
  /** Each says its day, and what does not fit. */
  readonly differences: readonly string[];
}

/** The complete subtrees of the leaves so far, the largest first: two of one size become one of the next. */
class GrowingTree {
  size = 0;
  #subtrees: { readonly width: number; readonly hash: Uint8Array }[] = [];

  add(leaf: string): void {
    let last: { width: number; hash: Uint8Array } = { width: 1, hash: Buffer.from(leaf, 'base64') };
    for (let left = this.#subtrees.at(-1); left?.width === last.width; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      last = { width: 2 * last.width, hash: node(left.hash, last.hash) };
    }
    this.#subtrees.push(last);
    this.size += 1;
  }

  subtrees(): readonly string[] {
    return this.#subtrees.map(({ hash }) => Buffer.from(hash).toString('base64'));
  }

  root(): string {
    const [last, ...others] = this.#subtrees.map(({ hash }) => hash).toReversed();
    const root =
      last === undefined ? createHash('sha256').digest() : others.reduce((right, left) => node(left, right), last);
    return Buffer.from(root).toString('base64');
  }
}

const node = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();

const dayMs = 24 * 60 * 60 * 1_000;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** `read`: a file below the service's address, `log/head`. `kept`: heads of earlier days. */
export async function verifyLog(
  read: (path: string) => Promise<unknown>,
  kept: readonly KeptHead[] = [],
): Promise<VerifiedLog> {
  const keys = createLocalJWKSet((await read('.well-known/jwks.json')) as JSONWebKeySet);
  const latest = (await read('log/head')) as KeptHead;
  const differences: string[] = [];
  const told = (day: string, faults: readonly (string | false)[]) =>
    void differences.push(...faults.filter((fault) => fault !== false).map((fault) => `${day}: ${fault}`));
  const days: ShownDay[] = [];
  for (let next: string | undefined = latest.day; next !== undefined; next = days[0]?.previous?.day)
    days.unshift((await read(`log/${next}`)) as ShownDay);
  const tree = new GrowingTree();
  for (const [at, day] of days.entries()) told(day.day, await faultsOf(keys, tree, day, days[at - 1]));
  const shown = days.map(({ first_leaf: _, subtrees_before: __, leaves: ___, ...head }) => head);
  told(latest.day, [!isSame(latest, shown.at(-1)) && 'the head that is shown is not that of its day']);
  for (const head of kept) {
    const now = shown.find(({ day }) => day === head.day);
    told(head.day, [!isSame(head, now) && 'the head that was kept is not the one that is shown now']);
  }
  return { days: days.length, receipts: tree.size, differences };
}

/** Adds the day's leaves to the tree. */
async function faultsOf(
  keys: ReturnType<typeof createLocalJWKSet>,
  tree: GrowingTree,
  { signature, first_leaf, subtrees_before, leaves, ...head }: ShownDay,
  before: ShownDay | undefined,
): Promise<readonly (string | false)[]> {
  const goesOn = isSame([first_leaf, subtrees_before], [tree.size, tree.subtrees()]);
  for (const leaf of leaves) tree.add(leaf);
  const past = before && { day: before.day, tree_size: before.tree_size, root_hash: before.root_hash };
  const nextDay = before && new Date(Date.parse(before.day) + dayMs).toISOString().slice(0, 10);
  const signed = await signedHead(keys, signature);
  return [
    signed === undefined && 'the signature is not that of a published key',
    signed !== undefined && !isSame(signed, head) && 'what is shown is not what was signed',
    (!goesOn || !isSame(head.previous, past ?? null)) && 'it does not go on from the day before',
    !isSame([head.tree_size, head.root_hash], [tree.size, tree.root()]) &&
      'the leaves do not make the tree of the head',
    nextDay !== undefined && nextDay !== head.day && `the day after ${before?.day} is missing`,
  ];
}

async function signedHead(keys: ReturnType<typeof createLocalJWKSet>, signature: string): Promise<unknown> {
  try {
    const { payload, protectedHeader } = await compactVerify(signature, keys, { algorithms: ['EdDSA'] });
    return protectedHeader.typ === 'log-head+jws' ? JSON.parse(new TextDecoder().decode(payload)) : undefined;
  } catch {
    return undefined;
  }
}
