/** Lazy values: made on first use, then cached for the life of the process. */

/** Makes the value once. If that throws or its promise rejects, the next call tries again. */
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
