/** The one kind of laziness: made when it is first asked for, then kept for the life of the process. */

/** What could not be made, or loaded, is tried again by whoever asks next. */
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
