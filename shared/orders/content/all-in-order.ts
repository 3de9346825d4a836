/** Waits for all, so that nothing is left at work, and fails as the first of them in their order has failed. */
export async function allInOrder<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  const results: T[] = [];
  for (const one of work) results.push(await one);
  return results;
}
