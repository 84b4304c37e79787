/**
 * The manifest of a package for publishing. It leaves out the parts for this workspace: scripts, development packages
 * and the condition `notegraph`. It adds the versions of workspace packages and the address of the repository.
 */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
} & { readonly [key: string]: Json }

/** The place of the package in its repository. */
export interface Repository {
  readonly url: string
  readonly directory: string
}

const OURS_ALONE = new Set(['scripts', 'devDependencies'])

/**
 * @param versions the versions of workspace packages, by name
 * @param repository left out if the workspace has no remote
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

/**
 * `notegraph` names TypeScript that the package does not contain, so a bundler with that condition would fail. An export with
 * nothing else is for this workspace alone, and the package leaves it out.
 */
function withoutSource(exports: Json): Json {
  if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) return exports
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([condition, target]) => condition !== 'notegraph' && !isSourceAlone(target))
      .map(([condition, target]) => [condition, withoutSource(target)]),
  )
}

const isSourceAlone = (target: Json): boolean =>
  typeof target === 'object' && target !== null && Object.keys(target).join() === 'notegraph'

/** The repository address in npm's form. Undefined for a local folder. */
export function repositoryUrl(remote: string): string | undefined {
  const address =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)([^/:]+\.[^/:]+)(?::\d+)?[/:](.+?)(?:\.git)?\/?$/.exec(
      remote.trim(),
    )
  return address ? `git+https://${address[1]}/${address[2]}.git` : undefined
}
