/** A stage is one whole deployment of the service. An account may have several, each a stack with its own name. */

/** The default stage. */
export const mainStage = 'main';

/** Names of functions, alarms and email sets begin with the stack's, and have at most 64 characters. */
export const isStage = (name: string): boolean => /^(?=.{1,20}$)[a-z](?:-?[a-z0-9])*$/.test(name);

/** The form of a stage, for the sentence about a wrong name. */
export const stageForm =
  'A stage has 1 to 20 lowercase letters, digits and hyphens between them, such as staging or ada-2';

/** The stack of the service, or that of its data. */
export function stackNameOf(stage = mainStage, part: '' | 'Data' = ''): string {
  if (!isStage(stage)) throw new Error(`${stageForm}: "${stage}" is not one.`);
  return stage === mainStage ? `PrintAndMail${part}` : `PrintAndMail${part}-${stage}`;
}
