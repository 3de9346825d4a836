/** The tools of a command: its arguments, the service, files and the terminal. */
import type { printAndMail } from '../../client/index.ts';
import { CommandError, exitCodes, type parseCommand } from './arguments.ts';

export interface CommandTools {
  readonly command: Exclude<ReturnType<typeof parseCommand>, 'help'>;
  readonly api: ReturnType<typeof printAndMail>;
  print(text: string): void;
  /** Shows progress, at a terminal only. */
  showProgress(text: string): void;
  /** Reads a file, or standard input for `-`. An empty file ends the command. */
  read(file: string): Promise<Uint8Array>;
  sleep(ms: number): Promise<void>;
}

export interface ApiReply<T> {
  readonly data?: T;
  readonly error?: { readonly error?: unknown; readonly code?: unknown } | undefined;
  readonly response: Response;
}

/** The data of a successful response. Any other response ends the command with the service's message; a 404, with ours. */
export async function responseData<T>(call: Promise<ApiReply<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await responseTo(call);
  if (data !== undefined && data !== null) return data;
  const { status } = response;
  const reason = error?.error;
  if (status === 404)
    throw new CommandError(
      exitCodes.refused,
      'Not found. Check that you copied the whole id or link, and the service’s URL, which usually ends in /v1.',
    );
  const isTemporary = status >= 500 || status === 429 || status === 409;
  throw new CommandError(
    isTemporary ? exitCodes.unavailable : exitCodes.refused,
    typeof reason === 'string' ? reason : `The service responded with ${status} and no reason.`,
  );
}

/** The response, whatever its status. If there is none, the command ends. */
export async function responseTo<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch {
    throw new CommandError(
      exitCodes.unavailable,
      'No response from the service. Check that it’s running and that its URL is right.',
    );
  }
}

/** Prints the result as JSON for programs, or as lines for people. */
export function printResult({ command, print }: CommandTools, result: unknown, lines: () => readonly string[]): void {
  print(command.json ? JSON.stringify(result, null, 2) : lines().join('\n'));
}
