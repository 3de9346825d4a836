/** A queue for scarce processes: the next turn goes to the network that has used the least time lately. */

/** Thrown when the machine has no time for a document. Nothing is wrong with the document: it may be sent again. */
export class MachineBusy extends Error {
  override readonly name = 'MachineBusy';
}

interface Turn {
  readonly network: string;
  readonly since: number;
}

/** A queue that runs `work` when it is its network's turn. Throws `MachineBusy` if that takes too long. */
export function fairQueue(
  {
    places,
    waitMs,
    longest,
  }: {
    /** How many run at a time. */
    readonly places: number;
    /** The longest wait. */
    readonly waitMs: number;
    /** How many may wait: each holds its document in memory. */
    readonly longest: number;
  },
  now = () => performance.now(),
): <T>(network: string, work: () => Promise<T>) => Promise<T> {
  let waiting: readonly { readonly network: string; begin(turn: Turn): void; giveUp(): void }[] = [];
  const turns = new Set<Turn>();
  const spent = new Map<string, { readonly ms: number; readonly at: number }>();

  // The share of passing time that is taken off a network's debt: 8 seconds are forgotten after 32.
  const forgiven = 1 / 4;
  const debtOf = (network: string): number => {
    const { ms, at } = spent.get(network) ?? { ms: 0, at: 0 };
    const onTurns = [...turns].filter((turn) => turn.network === network).map(({ since }) => now() - since);
    return Math.max(0, ms - (now() - at) * forgiven) + onTurns.reduce((sum, one) => sum + one, 0);
  };

  const admit = (): void => {
    if (turns.size >= places) return;
    // The earliest of those with the least debt: sorting keeps the order of equals.
    const [next] = waiting.toSorted((a, b) => debtOf(a.network) - debtOf(b.network));
    if (next === undefined) return;
    waiting = waiting.filter((one) => one !== next);
    const turn = { network: next.network, since: now() };
    turns.add(turn);
    next.begin(turn);
  };

  /** Turns away the last one of the network with the most work waiting: it is the one that fills the queue. */
  const turnAway = (): void => {
    const countOf = (network: string) => waiting.filter((one) => one.network === network).length;
    const most = Math.max(...waiting.map(({ network }) => countOf(network)));
    waiting.findLast(({ network }) => countOf(network) === most)?.giveUp();
  };

  const turnOf = (network: string): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const busy = () => {
        clearTimeout(timer);
        waiting = waiting.filter((other) => other !== one);
        reject(new MachineBusy('Other documents are ahead'));
      };
      const timer = setTimeout(busy, waitMs);
      const begin = (turn: Turn) => {
        clearTimeout(timer);
        resolve(turn);
      };
      const one = { network, begin, giveUp: busy };
      waiting = [...waiting, one];
      admit();
      if (waiting.length > longest) turnAway();
    });

  const charge = (network: string, ms: number): void => {
    for (const other of spent.keys()) if (debtOf(other) === 0) spent.delete(other);
    spent.set(network, { ms: debtOf(network) + ms, at: now() });
  };

  return async (network, work) => {
    const turn = await turnOf(network);
    try {
      return await work();
    } finally {
      turns.delete(turn);
      charge(network, now() - turn.since);
      admit();
    }
  };
}
