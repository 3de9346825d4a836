/** `npx print-and-mail`: runs one command with the typed client, on any instance of this service. */
import { printAndMail } from '../../client/index.ts';
import {
  CommandError,
  type CommandName,
  commandLineHelp,
  type Exit,
  exitCodes,
  parseCommand,
  usageError,
} from './arguments.ts';
import { cancelCommand, receiptCommand, statusCommand } from './follow.ts';
import { checkCommand, quoteCommand, sendCommand } from './order.ts';
import type { CommandTools } from './tools.ts';

export interface CommandLineOptions {
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The result goes to `out`; progress and errors go to `err`. */
  out(text: string): void;
  err(text: string): void;
  /** True if a person reads `err`. Only then is progress shown. */
  readonly isTerminal: boolean;
  read(file: string): Promise<Uint8Array>;
  sleep(ms: number): Promise<void>;
}

/** Returns the exit code. */
export async function commandLine(options: CommandLineOptions): Promise<Exit> {
  // Control characters (except line feed and tab) and characters that change the writing direction. They could set a
  // terminal's title, clear the screen, fill the clipboard or disguise a text, so each is printed as a JSON escape.
  const unsafe = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
  const escaped = (text: string): string =>
    text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const { args, environment, isTerminal, sleep } = options;
  const out = (text: string) => options.out(escaped(text));
  const err = (text: string) => options.err(escaped(text));
  const run: Readonly<Record<CommandName, (tools: CommandTools) => Promise<Exit>>> = {
    quote: quoteCommand,
    send: sendCommand,
    check: checkCommand,
    status: statusCommand,
    cancel: cancelCommand,
    receipt: receiptCommand,
  };
  try {
    const command = parseCommand(args, environment);
    if (command === 'help') {
      out(commandLineHelp);
      return exitCodes.done;
    }
    const read = async (file: string) => {
      const unreadable = usageError(`Can’t read ${file}. Check its name.`);
      const bytes = await options.read(file).catch(() => Promise.reject(unreadable));
      if (bytes.length === 0) throw usageError(`${file === '-' ? 'Standard input' : file} is empty.`);
      return bytes;
    };
    return await run[command.name]({
      command,
      api: printAndMail(command.baseUrl),
      print: out,
      showProgress: (text) => isTerminal && err(text),
      read,
      sleep,
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err(error.message);
    return error.exit;
  }
}
