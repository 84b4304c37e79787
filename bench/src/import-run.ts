/** One import in a process of its own, so that its memory can be measured. Prints time and memory. */
import { importFolder, operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { generatedFolder } from './generated-folder.ts'

const [folder, blocks, pages] = process.argv.slice(2)
const source = generatedFolder(Number(blocks), Number(pages))
const store = openSqlite(folder!)
const blobs = openDiskBlobs(`${folder}/files`)
const operators = operator(store, blobs, Date.now)
await operators.createAccount('bench', {})
const account = await operators.account('bench')

const begin = process.hrtime.bigint()
const made = await importFolder(store, blobs, account, source, { now: Date.now() })
const seconds = Number(process.hrtime.bigint() - begin) / 1e9
if (!made.ok || made.report.blocks !== Number(blocks)) throw new Error('the import is not whole')
await store.close()
console.log(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_024 }))
