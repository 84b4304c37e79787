/**
 * One query in a process that has not read the graph yet. The search thread already runs, because it answered queries
 * about another graph. Prints the milliseconds of the answer, including opening the file.
 */
import { notesService } from '@notegraph/service'
import { openSqlite } from '@notegraph/store/sqlite'
import { callerOf, textOf, timeToAsk } from './search-asking.ts'
import { NOW } from './search-graph.ts'

/** Most blocks match, so the query runs in the search thread. */
const IN_THREAD = '(not zorzorqui)'

const [folder, q] = process.argv.slice(2)
const store = openSqlite(folder!)
const notes = notesService(store, () => NOW)
const caller = await callerOf(store, 'one')
for (const asked of [IN_THREAD, q!]) await textOf(notes, await callerOf(store, 'two'), asked)
console.log(await timeToAsk(notes, caller, q!))
await store.close()
