/**
 * The last address of the server, noted in the data folder. Stored notes contain full addresses of files at that
 * origin. Other programs on the same data use the noted address, because a port may change at each start.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from '@notegraph/store/disk'
import type { Settings } from './settings.ts'

const NAME = 'served-at'

/**
 * Notes the address of the running server.
 *
 * @param data the data folder
 * @param baseUrl the address of the server that has the data folder open
 * @example
 * ```ts
 * await noteServerAddress('./data', 'http://127.0.0.1:8787')
 * ```
 */
export async function noteServerAddress(data: string, baseUrl: string): Promise<void> {
  const path = join(data, NAME)
  const written = `${path}.${randomUUID()}.new` // several servers may start at once
  await writeFile(written, `${baseUrl}\n`, { mode: PRIVATE_FILE })
  await rename(written, path)
}

/**
 * The settings with the address of the server on the same data; unchanged if no server has run there.
 *
 * @example
 * ```ts
 * const settings = besideServer(readSettings(process.env))
 * ```
 */
export function besideServer(settings: Settings): Settings {
  const baseUrl = servedAt(settings.data)
  return baseUrl === undefined ? settings : { ...settings, baseUrl }
}

function servedAt(data: string): string | undefined {
  try {
    const written = readFileSync(join(data, NAME), 'utf8').trim()
    return URL.canParse(written) ? written : undefined
  } catch {
    return undefined // opening the store reports a fault of the folder
  }
}
