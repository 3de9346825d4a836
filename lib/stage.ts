/** A stage is one whole deployment of the service. An account may have several, each a stack with its own name. */

/** The default stage. */
export const mainStage = 'main';

/** Names of functions, alarms and email sets begin with the stack's, and have at most 64 characters. */
export const isStage = (name: string): boolean => /^(?=.{1,20}$)[a-z](?:-?[a-z0-9])*$/.test(name);

/** The sentence about a wrong name. */
export const wrongStage = (name: string): string =>
  `"${name}" can't be a stage: use 1 to 20 lowercase letters, digits and single hyphens, such as staging or ada-2.`;

/** The stack of the service, or that of its data. */
export function stackNameOf(stage = mainStage, part: '' | 'Data' = ''): string {
  if (!isStage(stage)) throw new Error(wrongStage(stage));
  return stage === mainStage ? `PrintAndMail${part}` : `PrintAndMail${part}-${stage}`;
}
