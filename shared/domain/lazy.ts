/** Lazy values: made on first use, then kept for the life of the process. */

/** If making or loading the value fails, the next caller tries again. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made !== undefined) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise)
      value.catch(() => {
        made = undefined;
      });
    return value;
  };
}

/** The methods that answer with a promise. */
type Asynchronous<T> = {
  [Method in keyof T]-?: NonNullable<T[Method]> extends (...given: never[]) => Promise<unknown> ? Method : never;
}[keyof T];

type Method = (...given: unknown[]) => Promise<unknown>;

/** These methods of an object that the first call of any of them loads. */
export function deferred<T extends object, M extends Asynchronous<T>>(
  load: () => Promise<T>,
  methods: readonly M[],
): Pick<T, M> {
  const loaded = lazy(load);
  const call =
    (method: M): Method =>
    async (...given) => {
      const on = await loaded();
      return (on[method] as Method).apply(on, given);
    };
  return Object.fromEntries(methods.map((method) => [method, call(method)])) as Pick<T, M>;
}
