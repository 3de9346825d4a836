/** The notes of a release: its part of the changelog. A tag that its commit does not keep is refused. */

export interface ReleaseNotes {
  /** v1.1.0 */
  readonly tag: string;
  /** The version in package.json. */
  readonly version: string;
  readonly changelog: string;
}

/** Throws a sentence with the cure. */
export function releaseNotes({ tag, version, changelog }: ReleaseNotes): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, and package.json says ${version}: the tag of that is v${version}.`);
  const parts = changelog.split(/^## /m).slice(1);
  const part = (title: string) => parts.find((each) => each.startsWith(`${title}\n`))?.slice(title.length);
  if (part('Unreleased')?.trim())
    throw new Error(`CHANGELOG.md has news under Unreleased: move them under ## ${version}, and tag that commit.`);
  const notes = part(version)?.trim();
  if (!notes) throw new Error(`CHANGELOG.md has nothing under ## ${version}: say there what is new.`);
  return notes;
}
