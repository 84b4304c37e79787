/**
 * A thin server for the same notes: Hono, better-sqlite3 and FTS5, and nothing else. It has no token, rates, versions, list of
 * changes or history, so it shows what these cost. `node thin-server.ts FILE BLOCKS PAGES` makes the file from generated
 * notes, and prints its port.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { isOpen, parseBlock } from '@notegraph/block-text'
import { Hono } from 'hono'
import { generatePages } from './generate.ts'
import { openBare } from './rows.ts'

interface Row {
  readonly id: string
  readonly page: string
  readonly depth: number
  readonly ord: number
  readonly content: string
  readonly marker: string | null
  readonly due: number | null
  readonly refs: string
  readonly updated: number
}

/** Blocks in an answer of a search, and pages or tasks in a list. */
const LIMIT = 50
/** The most hits that are counted. */
const COUNTED = 10_000

const [file = '', blocks = '0', pages = '0'] = process.argv.slice(2)
const db = openBare(file)
db.exec(`CREATE TABLE page (name TEXT PRIMARY KEY, updated INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX page_recent ON page (updated DESC, name);
  CREATE TABLE block (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, page TEXT NOT NULL, depth INTEGER NOT NULL,
    ord INTEGER NOT NULL, content TEXT NOT NULL, marker TEXT, due INTEGER, refs TEXT NOT NULL, updated INTEGER NOT NULL);
  CREATE INDEX block_of ON block (page, ord);
  CREATE INDEX block_task ON block (due, updated) WHERE marker IS NOT NULL;
  CREATE TABLE link (name TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (name, n)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5 (content, content = 'block', content_rowid = 'n', tokenize = 'trigram')`)

const COLUMNS = 'id, page, depth, ord, content, marker, due, refs, updated'
const addPage = db.prepare<[string, number]>(
  'INSERT INTO page VALUES (?, ?) ON CONFLICT DO UPDATE SET updated = excluded.updated',
)
const addBlock = db.prepare<[Row]>(
  `INSERT INTO block (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '@$&')})`,
)
const addWords = db.prepare<[number | bigint, string]>('INSERT INTO words (rowid, content) VALUES (?, ?)')
const addLink = db.prepare<[string, number | bigint]>('INSERT OR IGNORE INTO link VALUES (?, ?)')
const lastOf = db.prepare<[string], number>('SELECT coalesce(max(ord), 0) FROM block WHERE page = ?').pluck()

function add(page: string, content: string, ord: number, updated: number): Row {
  const { marker, layout, refs } = parseBlock(content)
  const isTask = marker !== undefined && isOpen(marker)
  const due = layout.deadline?.day ?? layout.scheduled?.day ?? null
  const names = refs.map((name) => name.toLowerCase())
  const given = { page, depth: 0, ord, content, marker: isTask ? marker : null, due, updated }
  const row = { id: randomUUID(), ...given, refs: JSON.stringify(refs) }
  const { lastInsertRowid } = addBlock.run(row)
  addWords.run(lastInsertRowid, content)
  for (const name of names) addLink.run(name, lastInsertRowid)
  return row
}

const NOW = Date.UTC(2026, 0, 1)
db.transaction(() => {
  let n = 0
  for (const { path, blocks: contents } of generatePages(Number(blocks), Number(pages))) {
    const name = path.slice('pages/'.length, -'.md'.length)
    addPage.run(name, NOW + n)
    for (const [i, content] of contents.entries()) add(name, content, i, NOW + n++)
  }
})()

const latest = 'ORDER BY updated DESC, id'
const ofPage = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM block WHERE page = ? ORDER BY ord`)
const listed = db.prepare(`SELECT name, updated FROM page ORDER BY updated DESC, name LIMIT ${LIMIT}`)
const tasks = db.prepare(
  `SELECT ${COLUMNS} FROM block WHERE marker IS NOT NULL ORDER BY due IS NULL, due, updated LIMIT ${LIMIT}`,
)
const counted = (from: string) =>
  db.prepare<string[], number>(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${COUNTED + 1})`).pluck()
const found = (from: string) => {
  const [list, count] = [db.prepare(`SELECT ${COLUMNS} ${from} ${latest} LIMIT ${LIMIT}`), counted(from)]
  return (...values: string[]) => ({ blocks: list.all(...values), total: count.get(...values) })
}
const matching = found('FROM block WHERE n IN (SELECT rowid FROM words WHERE words MATCH ?)')
const OF_LINK = 'FROM link CROSS JOIN block USING (n) WHERE name = ?'
const linking = found(OF_LINK)
const linkingTasks = found(`${OF_LINK} AND marker = 'TODO'`)
/** FTS5 has trigrams, so it cannot find two letters. */
const holding = found('FROM block WHERE instr(content, ?)')

const append = db.transaction((page: string, content: string): Row => {
  const now = Date.now()
  addPage.run(page, now)
  return add(page, content, lastOf.get(page)! + 1, now)
})

const app = new Hono()
app.get('/nothing', (c) => c.json({ types: [] }))
app.get('/pages', (c) => c.json({ pages: listed.all() }))
app.get('/pages/:name', (c) => c.json({ page: c.req.param('name'), blocks: ofPage.all(c.req.param('name')) }))
app.get('/search', (c) => {
  const words = (c.req.query('q') ?? '').split(' ')
  const isShort = words.some((word) => word.length < 3)
  return c.json(isShort ? holding(words[0]!) : matching(words.map((word) => `"${word}"`).join(' AND ')))
})
app.get('/links/:name', (c) => c.json(linking(c.req.param('name').toLowerCase())))
app.get('/links/:name/tasks', (c) => c.json(linkingTasks(c.req.param('name').toLowerCase())))
app.get('/tasks', (c) => c.json({ tasks: tasks.all() }))
app.post('/pages/:name/blocks', async (c) => {
  const { text } = await c.req.json<{ text: string }>()
  return c.json({ ok: true, block: append.immediate(c.req.param('name'), text) })
})

const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
)
