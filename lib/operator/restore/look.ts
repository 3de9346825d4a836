/** Looks at what a restore finds: the stack, its functions and tables, however far a run before this one has come. */
import { contextOf } from '../../cloud/adoption/adopted.ts';
import { mainStage, stageOf } from '../../stage.ts';
import type { FoundFunction, HistoricTable, RestoreWorld } from './world.ts';

export interface StackAsFound {
  readonly functions: readonly FoundFunction[];
  /** The table as it was at the second. */
  readonly target: string;
  /** The table that knows the second. */
  readonly source: string;
  readonly isRestored: boolean;
  /** Each function stands on the target. */
  readonly isDeployed: boolean;
  /** The words after `npx cdk deploy`. */
  readonly words: readonly string[];
}

/** Returns a sentence if the second cannot be restored. `at`: Unix ms. */
export async function look(world: RestoreWorld, stack: string, at: number): Promise<StackAsFound | string> {
  const stage = stageOf(stack);
  if (stage === undefined) return `npx cdk deploy makes no stack ${stack}: docs/restore.md has the way by hand.`;
  const parameters = await settled(world);
  const functions = await world.functions();
  const target = `${stack}-restored-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const current = functions.find(({ table }) => table !== target)?.table ?? target;
  const restored = await world.table(target);
  const source = restored === undefined ? await sourceOf(world, current, at) : madeOf(restored, at, current);
  if (typeof source !== 'string') return source.problem;
  const context = { ...contextOf(parameters), table: target, ...(stage === mainStage ? {} : { stage }) };
  return {
    functions,
    target,
    source,
    isRestored: restored !== undefined,
    isDeployed: current === target,
    words: [
      ...Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`]),
      ...['--parameters', `AdoptedTable=${target}`],
    ],
  };
}

/** The parameters of the stack, once CloudFormation has ended what a run before this one has begun. */
async function settled(world: RestoreWorld): Promise<Readonly<Record<string, string>>> {
  let seen = await world.stack();
  if (seen.isChanging) world.print('CloudFormation is at work on the stack. This goes on when it has ended.');
  while (seen.isChanging) {
    await world.pause();
    seen = await world.stack();
  }
  return seen.parameters;
}

const restoredFrom = ({ table }: HistoricTable): string | undefined =>
  table.RestoreSummary?.SourceTableArn?.split('/').at(-1);

function madeOf(restored: HistoricTable, at: number, current: string): string | { readonly problem: string } {
  const second = restored.table.RestoreSummary?.RestoreDateTime;
  if (second === undefined || second.getTime() === at) return restoredFrom(restored) ?? current;
  return {
    problem: `${restored.table.TableName} is there already, and holds another second: ${second.toISOString()}.`,
  };
}

/** The stack's table; or the one that it was restored from, if only that one knows the second. */
async function sourceOf(
  world: RestoreWorld,
  current: string,
  at: number,
): Promise<string | { readonly problem: string }> {
  const windows: string[] = [];
  for (let name: string | undefined = current; name !== undefined; ) {
    const found: HistoricTable | undefined = await world.table(name);
    const { earliest = Number.POSITIVE_INFINITY, latest = 0 } = found ?? {};
    if (earliest <= at && at <= latest) return name;
    windows.push(
      found === undefined || latest === 0 ? `${name} at none` : `${name} from ${told(earliest)} to ${told(latest)}`,
    );
    // A second after the last of a table is later than all that it was restored from.
    name = found === undefined || at > latest ? undefined : restoredFrom(found);
  }
  return { problem: `AWS cannot restore that second. It can restore ${windows.join(', and ')}.` };
}

const told = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, '');
