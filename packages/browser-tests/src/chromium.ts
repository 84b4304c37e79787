/**
 * Finds the Chromium of this machine. Playwright would download its own; the system's is updated with the system and
 * shared by all checkouts.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The message if no Chromium is found. */
export const NO_CHROMIUM =
  'no Chromium was found. Get one (Debian: `apt-get install chromium`), or name one in NOTEGRAPH_CHROMIUM.'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Finds the path of Chromium.
 *
 * @returns undefined if there is none
 * @throws if `NOTEGRAPH_CHROMIUM` names a missing program, or in CI if there is none: CI skips no test
 * @example
 * ```ts
 * const path = findChromium(process.env)
 * ```
 */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { NOTEGRAPH_CHROMIUM: named, PATH = '', CI } = env
  if (named) {
    if (!isProgram(named)) throw new Error(`NOTEGRAPH_CHROMIUM names ${named}, which is no program.`)
    return named
  }
  const folders = [...PATH.split(delimiter), '/usr/bin'].filter((folder) => folder !== '')
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
  if (found === undefined && CI !== undefined && CI !== '' && CI !== 'false') throw new Error(NO_CHROMIUM)
  return found
}
