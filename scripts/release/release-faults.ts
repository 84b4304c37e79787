/** The reasons not to release. */

/** The state of the checkout. */
export interface Checkout {
  readonly branch: string
  /** Changed and new files, as `git status --porcelain` lists them. */
  readonly changed: readonly string[]
  /** The commit that is checked out. */
  readonly commit: string
  /** The commit that the tag of this version names; undefined without the tag. */
  readonly tagged: string | undefined
  /** Changesets that are in no changelog yet. */
  readonly changesets: readonly string[]
  /** The versions of all published packages. */
  readonly versions: ReadonlySet<string>
}

/** @returns one line for each reason, with the next step */
export function releaseFaults(checkout: Checkout): string[] {
  const { branch, changed, commit, tagged, changesets, versions } = checkout
  const faults: string[] = []
  if (branch !== 'main') faults.push(`The branch is ${branch || 'none'}. Check out main.`)
  if (changed.length > 0)
    faults.push(`${changed.length} files have changes. Commit or remove them: ${changed[0]!}.`)
  if (changesets.length > 0)
    faults.push(
      `${changesets.length} changesets are in no changelog, such as ${changesets[0]!}. Run npm run release-version and commit.`,
    )
  if (versions.size !== 1)
    faults.push(
      `The packages have several versions: ${[...versions].join(', ')}. Run npm run release-version.`,
    )
  if (tagged !== undefined && tagged !== commit)
    faults.push(
      `The tag of this version names another commit, ${tagged}. Check it out to complete that release.`,
    )
  return faults
}
