/** A failure that one sentence explains to the person who started the program. A stack trace would add nothing. */

export class OneLine extends Error {}
