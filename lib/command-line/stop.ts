/** The ends of a command that scripts can tell apart by the exit code. */

export const exits = {
  done: 0,
  /** The service refused the request. */
  refused: 1,
  /** The command itself makes no sense. */
  misused: 2,
  /** Nothing answers, or the service says to come again. */
  unreached: 3,
  /** The order has failed, was cancelled or cannot be cancelled; the receipt is not genuine. */
  ended: 4,
} as const;

export type Exit = (typeof exits)[keyof typeof exits];

/** Ends the command with one sentence. */
export class Stop extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}

export const misused = (message: string) => new Stop(exits.misused, message);
