/** `npx print-and-mail`: runs one command at any service of this kind, over the typed client. */
import { printAndMail } from '../../client/index.ts';
import { cancelCommand, receiptCommand, status } from './follow.ts';
import { checkCommand, quoteCommand, send } from './order.ts';
import type { CommandTools } from './tools.ts';
import { type CommandName, commandIn, commandLineHelp, type Exit, exits, misused, Stop } from './words.ts';

export interface Surroundings {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The answer goes to `out`; progress and complaints go to `err`. */
  out(text: string): void;
  err(text: string): void;
  /** A person reads `err`: they see progress. */
  readonly isTerminal: boolean;
  read(file: string): Promise<Uint8Array>;
  sleep(ms: number): Promise<void>;
}

/** Returns the exit code. */
export async function commandLine(surroundings: Surroundings): Promise<Exit> {
  // Control characters but line feed and tab, and signs that turn the direction of writing.
  const obeyed = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
  // A terminal obeys such characters: they set titles, clear screens and fill clipboards. Each is printed as JSON writes it.
  const harmless = (text: string): string =>
    text.replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const around: Surroundings = {
    ...surroundings,
    out: (text) => surroundings.out(harmless(text)),
    err: (text) => surroundings.err(harmless(text)),
  };
  const run: Readonly<Record<CommandName, (tools: CommandTools) => Promise<Exit>>> = {
    quote: quoteCommand,
    send,
    check: checkCommand,
    status,
    cancel: cancelCommand,
    receipt: receiptCommand,
  };
  try {
    const command = commandIn(around.words, around.environment);
    if (command === 'help') {
      around.out(commandLineHelp);
      return exits.done;
    }
    const readBytes = (file: string) =>
      around.read(file).catch(() => Promise.reject(misused(`Can’t read ${file}. Check its name.`)));
    return await run[command.name]({
      command,
      api: printAndMail(command.baseUrl),
      print: around.out,
      tell: (text) => around.isTerminal && around.err(text),
      read: async (file) => new TextDecoder().decode(await readBytes(file)),
      readBytes,
      sleep: around.sleep,
    });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    around.err(error.message);
    return error.exit;
  }
}
