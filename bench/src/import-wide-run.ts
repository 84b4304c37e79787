/** One import of a folder on disk, like `notegraph import`, in a process of its own. Prints time and memory. */
import { diskFolder } from '@notegraph/folder/node'
import { threadImporter } from '@notegraph/host'
import { FOLDER_LIMITS } from '@notegraph/contract'
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

const begin = process.hrtime.bigint()
const made = await importer.run(
  account,
  { source: diskFolder(notes), place: { kind: 'folder', path: notes } },
  { now: Date.now(), limits: FOLDER_LIMITS },
)
const seconds = Number(process.hrtime.bigint() - begin) / 1e9
if (!made.ok) throw new Error(made.why)
if (made.report.blocks !== Number(blocks)) throw new Error(`the import made ${made.report.blocks} blocks`)
await store.close()
console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_024 }))
