/** A process that writes while others do so too: `node writer.ts FOLDER NAME COUNT`. It prints how each write went. */
import { randomUUID } from 'node:crypto'
import { openSqlite } from '@notegraph/store/sqlite'
import { writeTogether } from './together.ts'

const [folder = '', name = '', count = ''] = process.argv.slice(2)
const store = openSqlite(folder)
const outcomes = await writeTogether(store, name, Number(count), randomUUID)
await store.close()
console.log(JSON.stringify(outcomes))
