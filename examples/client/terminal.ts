/** Today's notes in a terminal: the client on a SQLite file. */
import Database from 'better-sqlite3'
import { sqliteStore } from '@notegraph/sync/sqlite'
import { openClient } from './client.ts'

const { NOTEGRAPH_URL: url = 'http://127.0.0.1:8787', NOTEGRAPH_SESSION: session } = process.env
const [command = 'today', ...words] = process.argv.slice(2)
const text = words.join(' ')
if (!session) {
  console.error('Set NOTEGRAPH_SESSION to the session of this device.')
  process.exit(2)
}

const file = new Database(process.env['NOTEGRAPH_STORE'] ?? 'notes.sqlite')
const client = openClient({ url, session, store: sqliteStore(file), device: 'terminal' })
await client.start()
const synced = await client.sync()
if (!synced.ok) console.error(`${synced.error} ${synced.hint}`)

if (command === 'add') {
  const added = await client.add(text)
  if (!added.ok) console.error(added.error)
  await client.sync()
}
if (command === 'search') for (const found of await client.search(text)) console.log(found)
else if (command === 'tasks') for (const task of await client.openTasks()) console.log(task)
else {
  console.log(client.day())
  for (const line of await client.lines()) console.log(`${'  '.repeat(line.depth)}- ${line.text}`)
}
await client.stop()
file.close()
