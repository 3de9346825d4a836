/** A stage is a complete deployment of the service. An account may have several, each with its own stack names. */
export const mainStage = 'main';

/** At most 20 characters: names of functions and SES configuration sets begin with the stack's, and may have only 64. */
export const isStageName = (name: string): boolean => /^(?=.{1,20}$)[a-z](?:-?[a-z0-9])*$/.test(name);

export const invalidStageMessage = (name: string): string =>
  `"${name}" can't be a stage: use 1 to 20 lowercase letters, digits and single hyphens, beginning with a letter and not ending with a hyphen, such as staging or ada-2.`;

/** The name of the service's stack, or of its data's. */
export function stackNameOf(stage = mainStage, part: '' | 'Data' = ''): string {
  if (!isStageName(stage)) throw new Error(invalidStageMessage(stage));
  return stage === mainStage ? `PrintAndMail${part}` : `PrintAndMail${part}-${stage}`;
}
