/**
 * The manifest of a package as it is published: without what only this workspace reads (its scripts, its development
 * packages, the condition `source`), with the versions of its neighbours, and with the address of the repository.
 */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
} & { readonly [key: string]: Json }

/** Where the package is in its repository. */
export interface Repository {
  readonly url: string
  readonly directory: string
}

const OURS_ALONE = new Set(['scripts', 'devDependencies'])

/**
 * @param versions of the packages of this workspace, by name
 * @param repository left out where the workspace has no remote
 */
export function packedManifest(
  manifest: Manifest,
  versions: ReadonlyMap<string, string>,
  repository: Repository | undefined,
): Json {
  const kept = Object.entries(manifest).filter(([key]) => !OURS_ALONE.has(key))
  const packed: Record<string, Json> = Object.fromEntries(kept)
  if (repository) packed['repository'] = { type: 'git', ...repository }
  if (packed['exports'] !== undefined) packed['exports'] = withoutSource(packed['exports'])
  if (manifest.dependencies)
    packed['dependencies'] = Object.fromEntries(
      Object.entries(manifest.dependencies).map(([name, range]) => [
        name,
        range === 'workspace:*' ? versions.get(name)! : range,
      ]),
    )
  return packed
}

/** `source` names TypeScript that is not in the package; a bundler that is given the condition would fail. */
function withoutSource(exports: Json): Json {
  if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) return exports
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([condition]) => condition !== 'source')
      .map(([condition, target]) => [condition, withoutSource(target)]),
  )
}

/** The address that npm takes, from the one that git has; none for a folder, which means nothing elsewhere. */
export function repositoryUrl(remote: string): string | undefined {
  const address =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)([^/:]+\.[^/:]+)(?::\d+)?[/:](.+?)(?:\.git)?\/?$/.exec(
      remote.trim(),
    )
  return address ? `git+https://${address[1]}/${address[2]}.git` : undefined
}
