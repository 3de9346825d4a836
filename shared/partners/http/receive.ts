/** Receives the body of a stranger's answer within limits of size, crumbs and the memory of all such bodies. */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { type Room, tooLargeTogether } from '../../domain/given/room.ts';
import { Refusal } from '../../domain/refusal.ts';

export interface BodyLimits {
  readonly bytes: number;
  /** The bytes that all bodies may hold at one time. */
  readonly bytesTogether: number;
  /** Shared by all files of one request. */
  readonly room?: Room | undefined;
}

/** The message is for the API's user. */
export class Refused extends Error {}

interface Receiving {
  bytes: number;
  readonly drop: () => void;
}

const receiving = new Set<Receiving>();

export async function receive(response: IncomingMessage, limits: BodyLimits, noun: string): Promise<Buffer> {
  const tooLarge = () => new Refused(`The ${noun} is larger than ${limits.bytes / 1_000_000} MB. Use a smaller one.`);
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) {
    throw new Refused('The URL delivers its file compressed, which was not asked for. Use a plain file server.');
  }
  if (Number(response.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  const mine: Receiving = { bytes: 0, drop: () => response.destroy(busy()) };
  receiving.add(mine);
  // An iterator would join the pieces before it hands them over, so nobody could count them.
  response.on('data', (chunk: Buffer) => {
    mine.bytes += chunk.length;
    chunks.push(chunk);
    if (mine.bytes > limits.bytes) response.destroy(tooLarge());
    else if (limits.room?.(chunk.length) === false) response.destroy(new Refused(tooLargeTogether));
    else if (chunks.length > mostPieces(mine.bytes)) response.destroy(crumbs());
    else makeRoom(limits.bytesTogether);
  });
  try {
    await finished(response);
    return Buffer.concat(chunks);
  } finally {
    receiving.delete(mine);
  }
}

/** A piece costs as much work as its bytes do not tell: a file in single bytes takes the whole process to read. */
const mostPieces = (bytes: number) => 10_000 + bytes / 64;

const crumbs = () =>
  new Refused(
    'The URL delivers its file in pieces of a few bytes, which takes too long to read. Use a plain file server.',
  );

/** Drops the largest, so that slow and large bodies never keep small ones out. */
function makeRoom(bytesTogether: number): void {
  const all = [...receiving];
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= bytesTogether) return;
  const largest = all.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  receiving.delete(largest);
  largest.drop();
}

const busy = () =>
  new Refusal(
    'unavailable',
    'Many large files are being fetched at this moment: send the same request again in a few seconds.',
  );
