/**
 * One question in a process of its own that has read nothing of the graph yet: the searching thread runs, since it has
 * answered questions about another graph. Prints the milliseconds that the answer took, the opening of the file included.
 */
import { notesService } from '@notegraph/service'
import { openSqlite } from '@notegraph/store/sqlite'
import { callerOf, textOf, timeToAsk } from './search-asking.ts'
import { NOW } from './search-graph.ts'

/** Most blocks match, which is too much to be answered where it is asked. */
const IN_THREAD = '(not zorzorqui)'

const [folder, q] = process.argv.slice(2)
const store = openSqlite(folder!)
const notes = notesService(store, () => NOW)
const caller = await callerOf(store, 'one')
for (const asked of [IN_THREAD, q!]) await textOf(notes, await callerOf(store, 'two'), asked)
console.log(await timeToAsk(notes, caller, q!))
await store.close()
