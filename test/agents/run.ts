/** Runs tasks against a running service, a few at a time, and adds up how they went. */
import { assistantOf } from '../support/e2e/assistant.ts';
import { letterOf } from '../support/e2e/client.ts';
import { registered } from '../support/e2e/desk.ts';
import type { Service } from '../support/e2e/service.ts';
import { type Desk, Dialogue, type Played } from './dialogue.ts';
import type { Task } from './tasks.ts';

interface Figures {
  readonly dialogues: number;
  /** Those that ended as they should. */
  readonly passed: number;
  readonly wrong: number;
  readonly slips: number;
  /** Slips that were cured within two calls. */
  readonly cured: number;
}

export async function deskOf(service: Service): Promise<Desk> {
  const $used = 'used-by-another-order';
  const { quote_id } = await service.quote();
  const { status } = await service.post('/jobs', { ...letterOf(quote_id), idempotency_key: $used });
  if (status !== 201) throw new Error(`the other order was answered with ${status}`);
  const $day = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  const ids = {
    $used,
    $day,
    $letter: quote_id,
    $bank: await registered(service),
    $check: (await service.make('/check-quotes', { country: 'US' })).quote_id,
  };
  return { service, assistant: await assistantOf(service), ids };
}

/** Two calls are what an agent needs that asks for a new price first. */
const mostCalls = 2;

export const figuresOf = (played: readonly Played[]): Figures => {
  const slips = played.filter(({ calls, task }) => calls !== undefined && !task.isHopeless);
  return {
    dialogues: played.length,
    passed: played.filter(({ faults }) => faults.length === 0).length,
    wrong: played.reduce((sum, { wrong }) => sum + wrong, 0),
    slips: slips.length,
    cured: slips.filter(({ isCured, calls }) => isCured && (calls ?? 0) <= mostCalls).length,
  };
};

/** An agent that follows the script of its task. */
async function byScript(desk: Desk, task: Task): Promise<Played> {
  const dialogue = new Dialogue(desk, task);
  await dialogue.play();
  return dialogue.judged();
}

const atOnce = 3;

export async function played(desk: Desk, tasks: readonly Task[], play = byScript): Promise<readonly Played[]> {
  const rest = tasks.entries();
  const all: Played[] = [];
  const work = async () => {
    for (const [at, task] of rest) all[at] = await play(desk, task);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all;
}
