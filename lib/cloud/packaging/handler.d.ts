/** The bundler replaces `#handler` with the file of a function or of its group. */
declare module '#handler' {
  export const handler: (event: unknown, context: unknown) => Promise<unknown>;
}
