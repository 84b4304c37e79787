/**
 * The paths of graphs. A hash of its name puts each file in one of 256 folders, because file systems are slow with very
 * many files in a folder.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { idAsFileName, idOfFileName } from '../../file-name.ts'

export const ACCOUNTS = 'accounts.sqlite'
export const GRAPHS = 'graphs'
const END = '.sqlite'

/**
 * Returns the path of an account's graph, whether or not the file exists.
 * @param folder the folder that `openSqlite` opens
 * @example
 * const path = graphFile('data', 'ada')
 */
export function graphFile(folder: string, accountId: string): string {
  const name = `${idAsFileName(accountId)}${END}`
  const group = createHash('sha256').update(name).digest('hex').slice(0, 2)
  return join(folder, GRAPHS, group, name)
}

/** @returns the account of a graph file */
export const accountOfGraphFile = (path: string): string => idOfFileName(basename(path, END))

/** @returns the path of every graph */
export function graphFiles(folder: string): string[] {
  const graphs = join(folder, GRAPHS)
  if (!existsSync(graphs)) return []
  const names = readdirSync(graphs, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(END)).map((name) => join(graphs, name))
}
