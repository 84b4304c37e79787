/** Opens the data of a test on the embedded store, in any process. */
import { readSecretKey, writeSecretKey } from '../src/disk/index.ts'
import { useSecretKey, type Store } from '../src/index.ts'
import { openSqlite } from '../src/sqlite/index.ts'
import type { OpenData } from './testing.ts'

export const openData: OpenData = async (env, options) =>
  underKeyOf(env, openSqlite(env['NOTEGRAPH_DATA']!, options))

/**
 * Wraps a store as a server with these settings does.
 * @example
 * const store = await underKeyOf(env, openSqlite(folder))
 */
export async function underKeyOf(env: Parameters<OpenData>[0], store: Store): Promise<Store> {
  const path = env['NOTEGRAPH_SECRET_KEY_FILE']!
  writeSecretKey(path)
  return useSecretKey(store, readSecretKey(path)!)
}
