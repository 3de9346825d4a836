/** The tools of a command: the service, its arguments, and where it may write. */
import type { printAndMail } from '../../client/index.ts';
import { type CommandWords, exits, Stop } from './words.ts';

export interface CommandTools {
  readonly command: CommandWords;
  readonly api: ReturnType<typeof printAndMail>;
  /** The answer: people's lines, or JSON. */
  print(text: string): void;
  /** Progress, for a person at a terminal only. */
  tell(text: string): void;
  /** A file, a pipe for `-`. */
  read(file: string): Promise<string>;
  readBytes(file: string): Promise<Uint8Array>;
  sleep(ms: number): Promise<void>;
}

export interface ApiReply<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer; a refusal ends the command with the service's own sentence. */
export async function answered<T>(call: Promise<ApiReply<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await reached(call);
  if (data !== undefined && data !== null) return data;
  const { status } = response;
  const reason = (error as { readonly error?: unknown } | undefined)?.error;
  if (status === 404)
    throw new Stop(exits.refused, 'The service has nothing with this id. Check the id and the service’s address.');
  const mayWork = status >= 500 || status === 429 || status === 409;
  throw new Stop(
    mayWork ? exits.unreached : exits.refused,
    typeof reason === 'string' ? reason : `The service responded with ${status} and no reason.`,
  );
}

/** The answer, whatever it says; nothing at all ends the command. */
export async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(
      exits.unreached,
      'No response from the service. Check that it is running and that its address is right.',
    );
  }
}

/** JSON for programs, or the lines for people. */
export function present({ command, print }: CommandTools, answer: unknown, lines: () => readonly string[]): void {
  print(command.json ? JSON.stringify(answer, null, 2) : lines().join('\n'));
}
