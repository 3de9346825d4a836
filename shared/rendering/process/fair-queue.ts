/** A queue for scarce processes: the next turn goes to the network that has recently used the least time. */

/** Thrown if the machine is too busy for a document. Nothing is wrong with the document: it can be sent again. */
export class MachineBusy extends Error {
  override readonly name = 'MachineBusy';
}

interface Turn {
  readonly network: string;
  readonly startedAt: number;
}

/**
 * Returns a function that runs `work` when it is its network's turn. Throws `MachineBusy` if the wait is too long or the
 * queue is full. `maxWaiting` limits memory, because each waiting call holds its document.
 */
export function fairQueue(
  { concurrency, maxWaitMs, maxWaiting }: Readonly<Record<'concurrency' | 'maxWaitMs' | 'maxWaiting', number>>,
  now = () => performance.now(),
): <T>(network: string, work: () => Promise<T>) => Promise<T> {
  let waiting: readonly { readonly network: string; start(turn: Turn): void; giveUp(): void }[] = [];
  const turns = new Set<Turn>();
  /** The time that each network has recently used. `updatedAt` is on the clock of `now`. */
  const debts = new Map<string, { readonly ms: number; readonly updatedAt: number }>();

  // A network's debt shrinks by this share of the time that passes: 8 seconds are forgiven after 32.
  const forgivenShare = 1 / 4;
  const debtOfEndedTurns = (network: string): number => {
    const { ms, updatedAt } = debts.get(network) ?? { ms: 0, updatedAt: 0 };
    return Math.max(0, ms - (now() - updatedAt) * forgivenShare);
  };
  const debtOf = (network: string): number => {
    const running = [...turns].filter((turn) => turn.network === network).map(({ startedAt }) => now() - startedAt);
    return running.reduce((sum, ms) => sum + ms, debtOfEndedTurns(network));
  };

  const admit = (): void => {
    if (turns.size >= concurrency) return;
    // The sort is stable, so of the calls with the least debt, the first gets the turn.
    const [next] = waiting.toSorted((a, b) => debtOf(a.network) - debtOf(b.network));
    if (next === undefined) return;
    waiting = waiting.filter((call) => call !== next);
    const turn = { network: next.network, startedAt: now() };
    turns.add(turn);
    next.start(turn);
  };

  /** Refuses the last call from the network with the most calls waiting, because that network fills the queue. */
  const refuseOne = (): void => {
    const countOf = (network: string) => waiting.filter((call) => call.network === network).length;
    const max = Math.max(...waiting.map(({ network }) => countOf(network)));
    waiting.findLast(({ network }) => countOf(network) === max)?.giveUp();
  };

  const turnOf = (network: string): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        waiting = waiting.filter((other) => other !== call);
        reject(new MachineBusy('Other documents are ahead'));
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      const start = (turn: Turn) => {
        clearTimeout(timer);
        resolve(turn);
      };
      const call = { network, start, giveUp };
      waiting = [...waiting, call];
      admit();
      if (waiting.length > maxWaiting) refuseOne();
    });

  const charge = (network: string, ms: number): void => {
    for (const other of debts.keys()) if (debtOfEndedTurns(other) === 0) debts.delete(other);
    debts.set(network, { ms: debtOfEndedTurns(network) + ms, updatedAt: now() });
  };

  return async (network, work) => {
    const turn = await turnOf(network);
    try {
      return await work();
    } finally {
      turns.delete(turn);
      charge(network, now() - turn.startedAt);
      admit();
    }
  };
}
