/**
 * An import of a folder on disk, like `notegraph import`, in a process of its own, and with `again` a second one, which finds
 * nothing new. Prints time, memory and processor seconds.
 */
import { diskFolder } from '@notegraph/folder/node'
import { threadImporter } from '@notegraph/host'
import { FOLDER_LIMITS } from '@notegraph/contract'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'

const [data = '', notes = '', blocks, again] = process.argv.slice(2)
const store = openSqlite(data)
const blobs = openDiskBlobs(`${data}/files`)
const operators = operator(store, blobs, Date.now)
await operators.createAccount('bench', {})
const account = await operators.account('bench')
const importer = threadImporter(store, blobs, { data, bucket: undefined, origin: undefined })

/** @returns seconds, and processor seconds of all threads */
async function run(expected: number): Promise<{ readonly seconds: number; readonly cpu: number }> {
  const [begin, before] = [process.hrtime.bigint(), process.cpuUsage()]
  const made = await importer.run(
    account,
    { source: diskFolder(notes), place: { kind: 'folder', path: notes } },
    { now: Date.now(), limits: FOLDER_LIMITS },
  )
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9
  const { user, system } = process.cpuUsage(before)
  if (!made.ok) throw new Error(made.why)
  if (made.report.blocks !== expected) throw new Error(`the import made ${made.report.blocks} blocks`)
  return { seconds, cpu: (user + system) / 1e6 }
}

const { seconds, cpu } = await run(Number(blocks))
const second = again === undefined ? undefined : await run(0)
await store.close()
console.log(
  JSON.stringify({
    seconds,
    megabytes: process.resourceUsage().maxRSS / 1_024,
    first: cpu,
    again: second?.cpu,
  }),
)
