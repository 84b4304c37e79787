/**
 * The address at which the server last stood, noted in the data folder. What is stored says of whole addresses of files
 * that they are its own, so whatever else works on the data goes by that address, whatever its environment says: a port
 * may be picked anew at each start, and a shell may know none.
 */
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from '@notegraph/store/disk'
import type { Settings } from './settings.ts'

const NAME = 'served-at'

/** @param baseUrl of the server that has the data folder open */
export async function noteServed(data: string, baseUrl: string): Promise<void> {
  const path = join(data, NAME)
  await writeFile(`${path}.new`, `${baseUrl}\n`, { mode: PRIVATE_FILE })
  await rename(`${path}.new`, path)
}

/** The settings with the address of the server on the same data; as they are where none has been. */
export function besideServer(settings: Settings): Settings {
  const baseUrl = servedAt(settings.data)
  return baseUrl === undefined ? settings : { ...settings, baseUrl }
}

function servedAt(data: string): string | undefined {
  try {
    const written = readFileSync(join(data, NAME), 'utf8').trim()
    return URL.canParse(written) ? written : undefined
  } catch {
    return undefined // opening the store tells what is wrong with the folder
  }
}
