/** The queue of work. */

export interface Message {
  readonly id: string;
  readonly delayMs: number;
}

/** The queue only speeds work up: a lost or repeated message costs time, not a letter. */
export interface Queue {
  /** Sends the id of a job or of an outbox. A message that would wait for more than 15 minutes is not sent. */
  send(id: string, delayMs?: number): Promise<void>;
  /** Sends many in few requests; returns how many of them the queue did not accept. */
  sendAll(messages: readonly Message[]): Promise<number>;
}
