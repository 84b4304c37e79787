/**
 * The manifest of a package for publishing. It leaves out the parts for this workspace: scripts, development packages
 * and the condition `notegraph`. It adds the versions of workspace packages and the address of the repository.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

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

/**
 * The README of a package for publishing: links to other files of the repository get its address, and without an address they
 * are words. Code stays as it is.
 */
export function packedReadme(readme: string, repository: Repository | undefined): string {
  const base =
    repository && `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/HEAD/${repository.directory}/`
  return readme.replace(
    /```[^]*?```|\[([^\]]+)\]\((\.\.?\/[^)\s]+)\)|`[^`\n]*`/g,
    (whole, words?: string, path?: string) => {
      if (words === undefined || path === undefined) return whole
      return base === undefined ? words : `[${words}](${new URL(path, base).href})`
    },
  )
}

/** Pages of the specification, which a reader of a package does not have. */
const SPEC = globSync('docs/spec/*.md', { cwd: join(import.meta.dirname, '..') }).map((path) =>
  basename(path, '.md'),
)
const CITED = new RegExp(
  `\\n[ \\t]*\\* @[s]ee (?:${SPEC.join('|')})\\b[^\\n]*| @[s]ee (?:${SPEC.join('|')})\\b[^*\\n]*(?= \\*/)`,
  'g',
)

/** The types of a package for publishing: hover texts cite no rules of the specification. */
export const packedTypes = (types: string): string =>
  types.replace(CITED, '').replaceAll(/(?:\n[ \t]*\*[ \t]*)+(\n[ \t]*\*\/)/g, '$1')

/** A chunk, or a module that another one imports when it needs it: its name has a hash. */
const HASHED = /[\w-]+-[A-Z0-9]{8}\.js/g

/**
 * The files of earlier builds in `dist`: modules that nothing imports, and types of sources that are gone. A build deletes
 * them, but one that `turbo` takes from its cache is written beside them.
 * @param directory the folder of a package
 * @returns their paths
 */
export function staleFiles(directory: string): Set<string> {
  const dist = join(directory, 'dist')
  const code = globSync('**/*.js', { cwd: dist })
  const used = code.filter((path) => basename(path).search(HASHED) < 0)
  for (const path of used)
    for (const [module] of readFileSync(join(dist, path), 'utf8').matchAll(HASHED))
      if (code.includes(module) && !used.includes(module)) used.push(module)
  const stale = code.flatMap((path) => (used.includes(path) ? [] : [path, `${path}.map`]))
  const hasSource = (name: string) =>
    ['ts', 'js', 'd.ts'].some((ending) => existsSync(join(directory, 'src', `${name}.${ending}`)))
  const types = globSync('**/*.d.ts', { cwd: dist }).filter(
    (path) => !hasSource(path.slice(0, -'.d.ts'.length)),
  )
  return new Set([...stale, ...types].map((path) => join(dist, path)))
}
