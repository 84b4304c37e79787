/** Two imports of a folder on disk, like `notegraph import`, in a process of their own. Prints processor seconds. */
import { FOLDER_LIMITS } from '@notegraph/contract'
import { diskFolder } from '@notegraph/folder/node'
import { threadImporter } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'

const [data = '', notes = '', blocks] = process.argv.slice(2)
const store = openSqlite(data)
const blobs = openDiskBlobs(`${data}/files`)
const operators = operator(store, blobs, Date.now)
await operators.createAccount('bench', {})
const account = await operators.account('bench')
const importer = threadImporter(store, blobs, { data, bucket: undefined, origin: undefined })

/** @returns processor seconds of all threads */
async function run(expected: number): Promise<number> {
  const before = process.cpuUsage()
  const from = { source: diskFolder(notes), place: { kind: 'folder', path: notes } } as const
  const made = await importer.run(account, from, { now: Date.now(), limits: FOLDER_LIMITS })
  const { user, system } = process.cpuUsage(before)
  if (!made.ok) throw new Error(made.why)
  if (made.report.blocks !== expected) throw new Error(`the import made ${made.report.blocks} blocks`)
  return (user + system) / 1e6
}

const first = await run(Number(blocks))
const again = await run(0)
await store.close()
console.log(JSON.stringify({ first, again }))
