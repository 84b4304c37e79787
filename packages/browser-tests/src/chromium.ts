/**
 * Where this machine's Chromium is. Playwright's own download of one is not used: the system's is kept up to date with
 * the system, and is there for everybody who tests here.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** What to do where none is found. */
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
 * @returns the path of the program; nothing where there is none
 * @throws where `NOTEGRAPH_CHROMIUM` names one that is not there, and in CI where there is none: nothing is left out there
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
