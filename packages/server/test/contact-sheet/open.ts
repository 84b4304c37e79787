/** The beginning of the contact sheets: the arguments, a browser, and the settings of a server of their own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from '@notegraph/browser-tests'
import { launchBrowser } from '@notegraph/browser-tests/launch'
import { readSettings, type Settings } from '@notegraph/host'

export interface Sheets {
  /** The paths of the notes and of the folder for the sheets. */
  readonly graph: string
  readonly out: string
  readonly browser: Browser
  /** The folder of the server, which the caller deletes. */
  readonly data: string
  readonly settings: Settings
}

/**
 * Ends the process with a message if something is missing.
 *
 * @param command the script of npm, which takes the graph and then a folder
 */
export async function openSheets(
  command: string,
  { out, env = {} }: { readonly out: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Sheets> {
  const [graph, folder = out] = process.argv.slice(2)
  if (graph === undefined) fail(`no folder of notes. Add the path of one: npm run ${command} -- GRAPH`)
  const browser = await launchBrowser()
  if (!browser) fail('no Chromium. Install it, or set NOTEGRAPH_CHROMIUM to its path.')
  const data = mkdtempSync(join(tmpdir(), 'notegraph-sheets-'))
  const settings = readSettings({
    NOTEGRAPH_DATA: data,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_FIRST_START: 'nothing',
    ...env,
  })
  return { graph: at(graph), out: at(folder), browser, data, settings }
}

/** npm sets INIT_CWD to the folder of the person who types the paths. */
const at = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

function fail(message: string): never {
  console.error(`contact-sheet: ${message}`)
  process.exit(1)
}
