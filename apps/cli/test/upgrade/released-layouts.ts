/**
 * The layouts of data that releases left. Each is one archive: the data folder, a dump of PostgreSQL where that has the data,
 * and the notes that its server showed.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ReleasedNotes } from './released-notes.ts'

const RELEASED: string = join(import.meta.dirname, 'released')

/** The kinds of stores that releases have. */
export const KINDS = ['embedded', 'postgres'] as const
export type Kind = (typeof KINDS)[number]

/** The names of the layouts of a kind, such as `0.1.0`. */
export const layoutsOf = (kind: Kind): string[] =>
  globSync(`*.${kind}.tar.gz`, { cwd: RELEASED })
    .map((path) => basename(path, `.${kind}.tar.gz`))
    .toSorted()

/** The parts of a layout in its folder. */
const DATA = 'data'
const NOTES = 'notes.json'
const DUMP = 'dump.sql'

/** The data folder of a layout. */
export const dataIn = (folder: string): string => join(folder, DATA)

/** The secret key of a layout, in its data folder. */
export const keyIn = (folder: string): string => join(folder, DATA, 'secret.key')

export interface Layout {
  readonly notes: ReleasedNotes
  /** The statements that make its database again; undefined of an embedded store. */
  readonly dump?: string | undefined
}

/** Keeps a layout. @param folder has the data folder, and nothing else */
export function keepLayout(name: string, kind: Kind, folder: string, { notes, dump }: Layout): void {
  mkdirSync(RELEASED, { recursive: true })
  writeFileSync(join(folder, NOTES), JSON.stringify(notes))
  if (dump !== undefined) writeFileSync(join(folder, DUMP), dump)
  const parts = [DATA, NOTES, ...(dump === undefined ? [] : [DUMP])]
  execFileSync('tar', ['-czf', join(RELEASED, `${name}.${kind}.tar.gz`), '-C', folder, ...parts])
}

/** Unpacks a layout into an existing folder. */
export function unpackLayout(name: string, kind: Kind, folder: string): Layout {
  execFileSync('tar', ['-xzf', join(RELEASED, `${name}.${kind}.tar.gz`), '-C', folder])
  return {
    notes: JSON.parse(readFileSync(join(folder, NOTES), 'utf8')) as ReleasedNotes,
    dump: kind === 'postgres' ? readFileSync(join(folder, DUMP), 'utf8') : undefined,
  }
}
