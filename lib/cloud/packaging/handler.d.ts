/** The function's own file, or that of its group: the bundler puts it in place of this name. */
declare module '#handler' {
  export const handler: (event: unknown, context: unknown) => Promise<unknown>;
}
