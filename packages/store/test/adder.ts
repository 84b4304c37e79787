/** A process that adds blocks at the end of a page while others do so too: `node adder.ts FOLDER NAME COUNT`. */
import { openSqlite } from '../src/sqlite/index.ts'
import { addLast } from './add-last.ts'

const [folder, name, count] = process.argv.slice(2)
const store = openSqlite(folder!)
for (let n = 0; n < Number(count); n++) await addLast(store.graph('one'), `${name}-${n}`)
await store.close()
