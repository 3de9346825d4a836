/** A failure that one sentence explains to whoever started the program; no stack trace would add to it. */

export class OneLine extends Error {}
