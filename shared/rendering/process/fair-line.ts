/** A line in front of scarce processes: the next turn goes to the network that has used the least time lately. */

/** Thrown when the machine has no time for a document. Nothing is wrong with the document: it may be sent again. */
export class MachineBusy extends Error {
  override readonly name = 'MachineBusy';
}

interface Turn {
  readonly network: string;
  readonly since: number;
}

/** A line that runs `work` when it is its network's turn. Throws `MachineBusy` if that takes too long. */
export function fairLine(
  {
    places,
    waitMs,
    longest,
  }: {
    /** Turns at a time. */
    readonly places: number;
    /** The longest wait. */
    readonly waitMs: number;
    /** The most that wait at a time, because each holds its document in memory. */
    readonly longest: number;
  },
  now = () => performance.now(),
): <T>(network: string, work: () => Promise<T>) => Promise<T> {
  let waiting: readonly { readonly network: string; begin(turn: Turn): void; giveUp(): void }[] = [];
  const turns = new Set<Turn>();
  const spent = new Map<string, { readonly ms: number; readonly at: number }>();

  // Part of its time on turns that a network is forgiven as time goes by: 8 seconds are forgotten after 32.
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

  /** The last one of the network with the most work in the line: a full line is at the cost of the network that fills it. */
  const turnAway = (): void => {
    const inLine = (network: string) => waiting.filter((one) => one.network === network).length;
    const most = Math.max(...waiting.map(({ network }) => inLine(network)));
    waiting.findLast(({ network }) => inLine(network) === most)?.giveUp();
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
