/**
 * A process that writes at the same time as others: `node writer.ts FOLDER NAME COUNT`. It prints the result of each
 * write.
 */
import { randomUUID } from 'node:crypto'
import { openSqlite } from '@notegraph/store/sqlite'
import { writeTogether } from './together.ts'

const [folder = '', name = '', count = ''] = process.argv.slice(2)
const store = openSqlite(folder)
const outcomes = await writeTogether(store, name, Number(count), randomUUID)
await store.close()
console.log(JSON.stringify(outcomes))
