/** The queue of work. */

export interface Message {
  readonly id: string;
  readonly delayMs: number;
}

/** A hint to hurry, never the truth: a lost or doubled message costs time, not a letter. */
export interface Queue {
  /** The id of a job, or of an outbox. A message that would have to wait for more than 15 minutes is not sent. */
  send(id: string, delayMs?: number): Promise<void>;
  /** Many in few requests; returns how many of them the queue has not taken. */
  sendAll(messages: readonly Message[]): Promise<number>;
}
