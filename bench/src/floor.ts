/**
 * The floor's own database: the same rows in plain columns, arrays and objects as JSON text. A read is one SELECT with
 * the least work that returns the same bytes.
 */
import type { Block, Page, PageAnswer, PageList } from '@notegraph/contract'
import Database from 'better-sqlite3'

type Row = Record<string, string | number | null>

export function makeFloor(path: string, page: PageAnswer, pages: PageList): void {
  const db = new Database(path)
  const put = (table: string, items: readonly (Block | Page)[]) => {
    const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
    const names = columns.map((column) => `"${column}"`).join()
    db.exec(`CREATE TABLE ${table} (place INTEGER PRIMARY KEY, ${names})`)
    const insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join()})`)
    for (const item of items) insert.run(columns.map((column) => toColumn(item[column as keyof typeof item])))
  }
  db.transaction(() => {
    put('one_page', [page.page])
    put('block', page.blocks)
    put('page', pages.pages)
    db.exec(`CREATE TABLE total (pages); INSERT INTO total VALUES (${pages.total})`)
  })()
  db.close()
}

const toColumn = (value: unknown): string | number | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}

export function openFloor(path: string): { page(): PageAnswer; pages(): PageList } {
  const db = new Database(path, { readonly: true })
  const onePage = toPage(db.prepare('SELECT * FROM one_page').get() as Row)
  const total = db.prepare('SELECT pages FROM total').pluck().get() as number
  const blocks = db.prepare<[], Row>('SELECT * FROM block ORDER BY place')
  const pages = db.prepare<[], Row>('SELECT * FROM page ORDER BY place')
  return {
    page: () => ({
      page: onePage,
      version: '5Yl0tM0r',
      blocks: blocks.all().map(toBlock),
      total: onePage.counts.blocks,
      next: null,
    }),
    pages: () => {
      const list = pages.all().map(toPage)
      return { pages: list, total, next: total > list.length ? list.length : null }
    },
  }
}

const EMPTY: never[] = []
const array = (json: Row[string]): string[] => (json === '[]' ? EMPTY : JSON.parse(json as string))

/** Absent members are left out, as in the answer. */
function toBlock(row: Row): Block {
  const block: Record<string, unknown> = {
    id: row['id'],
    page: row['page'],
    pageId: row['pageId'],
    parentId: row['parentId'],
    order: row['order'],
    content: row['content'],
    text: row['text'],
  }
  for (const key of ['marker', 'priority', 'scheduled', 'deadline', 'heading'])
    if (row[key] !== null && row[key] !== undefined) block[key] = row[key]
  if (row['properties']) block['properties'] = JSON.parse(row['properties'] as string)
  block['refs'] = array(row['refs']!)
  block['tags'] = array(row['tags']!)
  block['blockRefs'] = array(row['blockRefs']!)
  block['createdAt'] = row['createdAt']
  block['updatedAt'] = row['updatedAt']
  return block as Block
}

function toPage(row: Row): Page {
  const page: Record<string, unknown> = {
    id: row['id'],
    name: row['name'],
    kind: row['kind'],
    type: row['type'],
  }
  if (row['declaredType']) page['declaredType'] = row['declaredType']
  page['fields'] = JSON.parse(row['fields'] as string)
  page['props'] = JSON.parse(row['props'] as string)
  page['hasPicture'] = row['hasPicture'] === 1
  page['aliases'] = array(row['aliases']!)
  page['tags'] = array(row['tags']!)
  page['counts'] = JSON.parse(row['counts'] as string)
  page['createdAt'] = row['createdAt']
  page['updatedAt'] = row['updatedAt']
  return page as Page
}
