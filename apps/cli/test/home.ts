/** A temporary folder for a test: the data, and notes to import. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Env } from './run.ts'
import { typing, type Typing } from './typing.ts'

export interface Home extends Typing {
  /** The path of a file in the folder. */
  readonly at: (path: string) => string
  /** An environment whose data folder is `at('data')`. */
  readonly env: () => Env
}

/** For the tests of one file; deleted after them. */
export function useHome(): Home {
  let home: string
  const at = (path: string) => join(home, path)
  const env = () => ({ NOTEGRAPH_DATA: at('data') })
  beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'notegraph-cli-'))))
  afterAll(() => rmSync(home, { recursive: true }))
  return { at, env, ...typing(env) }
}

/** Writes a page, a day, an attached file, and one file that no import reads. */
export function writeNotes(folder: string): void {
  for (const name of ['pages', 'assets', 'journals']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, 'pages/Ada.md'),
    '- TODO write to [[Bob]]\n\t- ![plan](../assets/plan.png)\n\t- ![gone](../assets/gone.png)\n',
  )
  writeFileSync(join(folder, 'db.sqlite'), 'SQLite format 3')
  writeFileSync(join(folder, 'assets/plan.png'), 'PNG')
  writeFileSync(join(folder, 'journals/2026_11_19.md'), '- rain\n')
}
