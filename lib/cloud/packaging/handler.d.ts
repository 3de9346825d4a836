/** The file of the function or its group. The bundler replaces this name with it. */
declare module '#handler' {
  export const handler: (event: unknown, context: unknown) => Promise<unknown>;
}
