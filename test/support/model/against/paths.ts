/**
 * Whether what is seen of a run is a path of the model. The model's states that fit what was seen so far are kept as one
 * set, and grow by every step that cannot be seen. Between two sights there is one fault at most, again and again.
 */

import { F, newRow, type Row } from '../fields.ts';
import { awaiting } from '../life/fields.ts';
import { lifeTable } from '../life/table.ts';
import { isAtRest } from '../promises.ts';
import { Rows, wordsOf } from '../rows.ts';
import { arrange } from '../search.ts';
import { beginning, follow } from '../steps.ts';
import { Turn } from '../turn.ts';
import type { World } from '../world.ts';

/** The members that are seen of a job, from its item and from outside, in the model's numbers. */
const seenMembers = [
  ...['state', 'refund', 'payment', 'claimed', 'known', 'last', 'orders', 'stopped', 'refunds'],
] as const satisfies readonly (keyof typeof F)[];

export type Sight = Readonly<Record<(typeof seenMembers)[number], number>>;

const places = seenMembers.map((member) => F[member]);

export const nameOf = (sight: Sight): string => seenMembers.map((member) => sight[member]).join('');

/** The sight of a job that is not paid for. */
const unpaid = '0'.repeat(seenMembers.length);

function seenIn(s: Row): string {
  let name = '';
  for (const place of places) name += s[place];
  return name;
}

interface Node {
  readonly rows: Rows;
  readonly next: Map<string, Node | undefined>;
}

export class Paths {
  private readonly root: Node;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
    this.root = this.node([beginning(world)]);
  }

  private node(begun: readonly Row[]): Node {
    const rows = new Rows();
    for (const s of begun) rows.add(wordsOf(s));
    const s = newRow();
    const words = wordsOf(s);
    let seen = '';
    const turn = new Turn(this.world, lifeTable, (to) => {
      if (seenIn(to) !== seen) return;
      arrange(to);
      rows.add(wordsOf(to));
    });
    for (let at = 0; at < rows.count; at += 1) {
      rows.read(at, words);
      seen = seenIn(s);
      follow(turn, s);
    }
    return { rows, next: new Map() };
  }

  /** The fault in the sights of one job, in words; `undefined` if they are a path that ends at rest. */
  strayOf(sights: readonly string[], page: number): string | undefined {
    let node = this.root;
    for (const [at, sight] of sights.entries()) {
      if (at === 0 && sight === unpaid) continue;
      const next = this.step(node, sight);
      if (next === undefined) return `no step leads from ${sights[at - 1] ?? unpaid} to ${sight}`;
      node = next;
    }
    return this.mayRest(node, page) ? undefined : `it cannot rest at ${sights.at(-1)}, its page ${page}`;
  }

  /** The states after the next sight; `undefined` if no step of the model leads there. */
  private step({ rows, next }: Node, seen: string): Node | undefined {
    if (next.has(seen)) return next.get(seen);
    const found = new Rows();
    const s = newRow();
    const words = wordsOf(s);
    const turn = new Turn(this.world, lifeTable, (to) => {
      if (seenIn(to) !== seen) return;
      to[F.faults] = this.world.faults;
      to[F.cancels] = this.world.cancels;
      arrange(to);
      found.add(wordsOf(to));
    });
    for (let at = 0; at < rows.count; at += 1) {
      rows.read(at, words);
      follow(turn, s);
    }
    const begun = Array.from({ length: found.count }, (_, at) => {
      const row = newRow();
      found.read(at, wordsOf(row));
      return row;
    });
    const node = begun.length === 0 ? undefined : this.node(begun);
    next.set(seen, node);
    return node;
  }

  /** In one of these states the job has come to rest, or waits for its payer. `page`: how the payment page stands. */
  private mayRest({ rows }: Node, page: number): boolean {
    const s = newRow();
    for (let at = 0; at < rows.count; at += 1) {
      rows.read(at, wordsOf(s));
      if (s[F.page] === page && (isAtRest(s) || (page === 0 && s[F.state] === awaiting))) return true;
    }
    return false;
  }
}
