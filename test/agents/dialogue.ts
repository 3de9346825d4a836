/** Plays one task with an agent that follows a script: calls over MCP, what the user does between them, and the end. */
import { randomUUID } from 'node:crypto';
import type { Assistant } from '../support/e2e/assistant.ts';
import { type Json, until } from '../support/e2e/client.ts';
import { freshNumber, registered } from '../support/e2e/desk.ts';
import type { Service } from '../support/e2e/service.ts';
import { type Arguments, type Cure, changed, cureOf } from './cures.ts';
import type { Task, Wish } from './tasks.ts';
import { type Approval, User, wrongOf } from './user.ts';

/** All dialogues share the service, its client, and orders of others. */
export interface Desk {
  readonly service: Service;
  readonly assistant: Assistant;
  /** `$bank`, `$check`, `$letter`, `$used`, `$day`. */
  readonly ids: Readonly<Record<string, string>>;
}

/** How a dialogue went. `calls`: those from the first slip to its cure; none if nothing was to be cured. */
export interface Played {
  readonly task: Task;
  readonly calls: number | undefined;
  readonly isCured: boolean;
  /** The differences from the end that the task wants. */
  readonly faults: readonly string[];
  readonly wrong: number;
  readonly said: readonly string[];
  readonly approvals: readonly Approval[];
}

const mostCures = 4;

export class Dialogue {
  readonly user: User;
  readonly jobs: Json[] = [];
  readonly said: string[] = [];
  readonly #desk: Desk;
  readonly #task: Task;
  readonly wish: Wish;
  /** The last price, and the text that told it. */
  priced: { readonly body: Json; readonly text: string } = { body: {}, text: '' };
  #quoted: Arguments = {};
  #file: string | undefined;
  #last: Arguments = {};
  #slips: Record<string, Arguments>;
  /** Calls since the first that was refused, and how many there were when it was cured. */
  #since: number | undefined;
  #cured: number | undefined;

  constructor(desk: Desk, task: Task) {
    const ids = {
      ...desk.ids,
      $number: freshNumber(),
      $stale: `quote_${'0'.repeat(26)}`,
      $upload: uploadNobodyMade(desk),
    };
    this.#desk = { ...desk, ids };
    this.#task = task;
    this.wish = this.#filled(task.wish) as Wish;
    this.#slips = { ...task.slip };
    this.user = new User(desk.service, this.wish);
  }

  async play(): Promise<void> {
    const { steps = ['quote', 'create', 'pay', 'status'] } = this.#task;
    if (
      this.wish.file !== undefined &&
      this.#slipOf('quote').pdf_url === undefined &&
      this.#slips.quote?.pdf === undefined
    )
      await this.#upload();
    for (const step of steps) if ((await this.#take(step)) === false) return;
  }

  /** False ends the dialogue. */
  async #take(step: string): Promise<unknown> {
    const [verb = '', which = ''] = step.split(' ');
    const { product } = this.wish;
    const job = this.jobs[which === '' ? this.jobs.length - 1 : Number(which) - 1] ?? {};
    if (verb === 'quote') return this.#askPrice();
    if (verb === 'create') return which === 'anyway' || this.#approved ? this.#create() : false;
    if (verb === 'retry') return this.call(`create_${product}_job`, this.#last);
    if (verb === 'pay') return this.user.reads(job).then(() => undefined);
    if (verb === 'press') return this.#desk.service.pay(job.checkout_url).then(() => undefined);
    if (verb === 'mail') return this.#mail(job.job_id);
    if (verb === 'tool') return this.call(which, { job_id: job.job_id });
    if (verb === 'verify') return this.#try('verify', 'verify_address', { address: this.wish.order.to });
    const tool = { status: 'get_job_status', cancel: 'cancel_letter', receipt: 'get_proof_of_mailing' }[verb];
    return tool && this.#try(verb, tool, { job_id: job.job_id });
  }

  #approved = false;

  async #askPrice(given?: Arguments): Promise<boolean> {
    const { product } = this.wish;
    const answer =
      given === undefined
        ? await this.#try('quote', `quote_${product}`, this.#rightQuote())
        : await this.call(`quote_${product}`, given);
    if (answer?.isError !== false) return false;
    this.#quoted = answer.given;
    this.#approved = this.user.approves(answer.body, answer.text);
    return true;
  }

  async #create(): Promise<boolean> {
    const { product } = this.wish;
    const answer = await this.#try('create', `create_${product}_job`, this.#rightOrder());
    return answer?.isError === false;
  }

  #rightQuote(): Arguments {
    const { quote, file } = this.wish;
    if (file === undefined) return quote;
    return { ...quote, [file.as]: file.as === 'pdf_url' ? this.#file : [{ pdf_url: this.#file }] };
  }

  #rightOrder(): Arguments {
    const { product, order } = this.wish;
    const { quote_id, content_hash } = this.priced.body;
    return { quote_id, idempotency_key: randomUUID(), [product]: { ...order, content_hash } };
  }

  /** A call with its slip; then what the sentences of its refusals name, until it is served or they name nothing. */
  async #try(step: string, tool: string, right: Arguments) {
    let given = this.#slipped(step, right);
    for (let cures = 0; ; cures += 1) {
      const answer = await this.call(tool, given);
      const isRefused = answer.isError || (step !== 'status' && /did you mean /.test(answer.text));
      if (!isRefused) this.#cured ??= this.#since;
      if (!isRefused || this.#task.isHopeless || cures === mostCures) return answer;
      this.#since ??= 0;
      const cure = cureOf({
        said: answer.text,
        sent: given,
        right: this.#rightOf(step),
        quoted: this.#quoted,
        wanted: this.#rightQuote(),
      });
      if (cure === undefined) return answer;
      given = await this.#prepared(step, cure);
      if (!answer.isError && step === 'create') {
        await this.call('cancel_letter', { job_id: this.jobs.at(-1)?.job_id });
        given = changed(given, 'idempotency_key', randomUUID());
      }
      if (step === 'create' && !this.#approved) return { ...answer, isError: true };
    }
  }

  /** The quote may have become another one meanwhile. */
  #rightOf(step: string): Arguments {
    if (step === 'quote') return this.#rightQuote();
    return step === 'create' ? this.#rightOrder() : { job_id: this.jobs.at(-1)?.job_id };
  }

  /** Does what a cure wants done first; the arguments of the call that follows. */
  async #prepared(step: string, { first, again, quote }: Cure): Promise<Arguments> {
    if (first === undefined) return again;
    if (first === 'register') {
      return changed(again, 'check.bank_account', await registered(this.#desk.service));
    }
    if (first === 'upload') {
      await this.#upload();
      return this.#rightQuote();
    }
    if (typeof first === 'object') {
      await this.user.attaches(first.attach);
      return again;
    }
    if (first !== 'quote' || !(await this.#askPrice(quote))) return again;
    const { quote_id, content_hash } = this.priced.body;
    const { product } = this.wish;
    const hashed = changed(again, `${product}.content_hash`, content_hash);
    return { ...(step === 'create' ? hashed : again), quote_id, idempotency_key: randomUUID() };
  }

  async #upload(): Promise<void> {
    const { text, body } = await this.call(`quote_${this.wish.product}`, { country: 'US', upload: true });
    if (typeof body.page_url !== 'string' || !text.includes(body.page_url)) return;
    await this.user.attaches(body.page_url);
    this.#file = body.pdf_url;
  }

  async #mail(jobId: string): Promise<void> {
    const { service } = this.#desk;
    await service.jobUntil(jobId, { fulfillment_status: 'in_production' });
    await service.post(`${service.origin}/_mailbox/${jobId}`, { action: 'mail' });
    await service.jobUntil(jobId, { fulfillment_status: 'mailed' });
  }

  async call(tool: string, given: Arguments) {
    if (this.#since !== undefined && this.#cured === undefined) this.#since += 1;
    const {
      isError = false,
      structuredContent,
      content,
    }: Json = await this.#desk.assistant
      .call(tool, given)
      .catch((error: unknown) => ({ isError: true, content: [{ text: `${error}` }] }));
    const text: string = (content ?? []).map((one: Json) => one.text ?? '').join(' ');
    const body: Json = structuredContent ?? {};
    this.said.push(text);
    if (!isError && body.total !== undefined && tool.startsWith('quote_')) this.priced = { body, text };
    const isNew = !isError && tool.startsWith('create_') && !this.jobs.some(({ job_id }) => job_id === body.job_id);
    if (isNew) this.jobs.push(body);
    if (isNew) this.#last = given;
    return { given, isError: isError as boolean, text, body };
  }

  #slipOf(step: string): Arguments {
    return this.#filled(this.#slips[step] ?? {}) as Arguments;
  }

  #slipped(step: string, right: Arguments): Arguments {
    const slip = Object.entries(this.#slipOf(step));
    delete this.#slips[step];
    return slip.reduce((given, [path, value]) => changed(given, path, value), right);
  }

  /** With ids for `$names`. */
  #filled(value: unknown): unknown {
    const known: Record<string, unknown> = {
      ...this.#desk.ids,
      $quote: this.priced?.body.quote_id,
      $link: this.jobs.at(-1)?.pay_url,
    };
    return JSON.parse(JSON.stringify(value), (_, member) =>
      typeof member === 'string' && member.startsWith('$') && member in known ? known[member] : member,
    );
  }

  /** Holds the end against what the task wants, as the running service tells it. */
  async judged(): Promise<Played> {
    const { service } = this.#desk;
    const { ends } = this.#task;
    const paid = this.user.approvals.map(({ jobId }) => jobId);
    for (const { job_id } of this.jobs.filter((job) => paid.includes(job.job_id)))
      await until(
        () => service.job(job_id),
        ({ status, refund }) => (status === 'fulfilled' || status === 'cancelled') && refund !== 'pending',
      );
    const views: Json[] = await Promise.all(this.jobs.map(({ job_id }) => service.job(job_id)));
    const all: Json[] = (await Promise.all(this.jobs.map(({ job_id }) => service.mailed(job_id)))).flat();
    const items = all.filter(({ api_status }) => api_status !== 'cancelled');
    const records = new Map(
      await Promise.all(items.map(async ({ id, record_url }) => [id, (await service.get(record_url)).body] as const)),
    );
    const found = {
      mailed: items.length,
      paid: views.filter(({ payment_status }) => payment_status === 'paid' || payment_status === 'refunded').length,
      refunded: views.filter(({ refund }) => refund === 'issued').length,
      jobs: views.map(({ status }) => status).sort(),
    };
    const { told, ...wanted } = ends;
    const faults = Object.entries(found).flatMap(([name, value]) => {
      const want = JSON.stringify((wanted as Json)[name]);
      return JSON.stringify(value) === want ? [] : [`${name} is ${JSON.stringify(value)}, not ${want}`];
    });
    if (told !== undefined && !this.said.some((text) => told.test(text))) faults.push(`nothing said ${told}`);
    if (this.#since !== undefined && this.#cured === undefined && !this.#task.isHopeless)
      faults.push('a slip was not cured');
    if (this.said.some((text) => /\bPOST\b|put_url|IGNORE YOUR|73519284605/.test(text)))
      faults.push('a tool said what no assistant should read');
    return {
      task: this.#task,
      calls: this.#cured ?? this.#since,
      isCured: this.#cured !== undefined,
      faults,
      wrong: wrongOf(items, this.user.approvals, records).length,
      said: this.said,
      approvals: this.user.approvals,
    };
  }
}

const uploadNobodyMade = ({ service }: Desk): string => `${service.baseUrl}/uploads/upload_${'0'.repeat(26)}`;
