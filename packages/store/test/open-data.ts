/** Opens the data of a test on the embedded store, in any process. */
import { openSqlite } from '../src/sqlite/index.ts'
import type { OpenData } from './testing.ts'

export const openData: OpenData = async ({ NOTEGRAPH_DATA: folder = '' }, options) =>
  openSqlite(folder, options)
