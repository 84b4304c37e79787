/** The sample graph of a first start, created on days that are difficult for a calendar. */
import { fold, makeDay, MARKERS } from '@notegraph/block-text'
import { blockJson, dayAt, pageJson } from '@notegraph/graph'
import { importFolder, type ImportReport } from '@notegraph/service'
import { memoryBlobs, type GraphStore } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { PAGE_TYPES } from '@notegraph/page-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleSource } from '../src/sample.ts'

const ALL = { limit: Infinity, offset: 0 }
const BLOBS = memoryBlobs()
const NOW = Date.now()

/** Links to pages that do not exist, as the sample says. */
const OPEN_ENDS = ['Three Men in a Boat', 'Buster Keaton']

interface Page {
  readonly name: string
  readonly kind: string
  readonly type: string
  readonly declaredType?: string
  readonly props: Readonly<Record<string, string>>
  readonly hasPicture: boolean
  readonly favorite?: boolean
  readonly copy?: unknown
}

interface Block {
  readonly page: string
  readonly content: string
  readonly text: string
  readonly marker?: string
  readonly refs: readonly string[]
  readonly blockRefs: readonly string[]
}

describe.each([
  ['29 February', makeDay(2028, 2, 29)!],
  ['31 December', makeDay(2026, 12, 31)!],
  ['today', dayAt(NOW, 'UTC')],
])('the sample made on %s', (_, today) => {
  let graph: GraphStore
  let report: ImportReport
  let pages: Page[] = []
  let blocks: Block[] = []

  beforeAll(async () => {
    const store = await openTestStore()
    graph = store.graph('me')
    const made = await importFolder(store, BLOBS, { id: 'me', quota: Infinity }, sampleSource(today), {
      now: NOW,
    })
    if (!made.ok) throw new Error(made.why)
    report = made.report
    const stored = (await graph.pages.list({}, ALL)).pages
    pages = stored.map((page) => JSON.parse(pageJson(page)) as Page)
    const lists = await Promise.all(
      stored.map(async ({ id }) => (await graph.blocks.listByPage(id, ALL)).blocks),
    )
    blocks = lists.flatMap((list, i) =>
      list.map((block) => JSON.parse(blockJson(block, stored[i]!.name)) as Block),
    )
    return () => store.close()
  })

  const page = (name: string): Page | undefined => pages.find((page) => page.name === name)

  test('is read whole', () => {
    expect(report).toMatchObject({ pages: 28, journals: 5, files: 5, skipped: 0, unread: [], missing: [] })
    expect(report.blocks).toBe(blocks.length)
  })

  test('every link leads to a page, but for the two that are meant to lead nowhere', async () => {
    const records = await Promise.all(
      (await graph.records.listPages(undefined, Infinity)).map(({ record }) =>
        graph.records.listByPage(record.id),
      ),
    )
    const shapes = records
      .flat()
      .map(({ record }) => record)
      .filter((record) => record.kind === 'shape')
    expect(shapes).toHaveLength(7)
    const texts = [
      ...pages.flatMap(({ props }) => Object.values(props)),
      ...shapes.map(({ words }) => words.text),
    ]
    const linked = texts.flatMap((text) => [...text.matchAll(/\[\[([^[\]]+)\]\]/g)].map((match) => match[1]!))
    const names = new Set([...blocks.flatMap(({ refs }) => refs), ...linked])
    expect(names.size).toBeGreaterThan(30)
    const lost: string[] = []
    for (const name of names) if (!(await graph.pages.findByName(fold(name)))) lost.push(name)
    expect(lost.toSorted()).toEqual(OPEN_ENDS.toSorted())
  })

  test('shows all that a page can be', () => {
    const declared = new Set(pages.map(({ declaredType }) => declaredType))
    expect(PAGE_TYPES.map(({ type }) => type).filter((type) => !declared.has(type))).toEqual([])
    const types = new Set(pages.map(({ type }) => type))
    for (const type of ['page', 'journal', 'whiteboard', 'pdf', 'tag']) expect(types).toContain(type)
    expect(page('Trip board')).toMatchObject({ kind: 'whiteboard' })
    expect(page('Heron plan')).toMatchObject({ type: 'pdf', props: { drawn: '1934' } })
    expect(page('The Heron')).toMatchObject({ hasPicture: true, favorite: true })
    expect(page('The Heron')?.props).not.toHaveProperty('image')
    expect(
      pages
        .filter(({ favorite }) => favorite)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Recipes/Rye bread', 'Start here', 'The Heron'])
    expect(page('Paddle Wheel Almanac')?.copy).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      url: 'https://example.org/paddle-wheels',
    })
    expect(page('river')?.type).toBe('tag')
  })

  test('uses all seven markers, each on a task that is listed', async () => {
    expect(MARKERS.filter((marker) => !blocks.some((block) => block.marker === marker))).toEqual([])
    const { total } = await graph.search.listTasks({ status: 'all' }, ALL)
    expect(total).toBe(blocks.filter(({ marker }) => marker !== undefined).length)
  })

  test('block references are read out, and files are named', () => {
    const referring = blocks.filter(({ blockRefs }) => blockRefs.length > 0)
    expect(referring.length).toBeGreaterThan(5)
    for (const { text } of referring) expect(text).not.toMatch(/(?<!\]\()\(\([0-9a-f-]{36}\)\)/)
    expect(blocks.find(({ page }) => page === 'Heron at Dusk')?.text).toContain(
      'Wer den Fluss kennt, grüßt ihn zuerst.',
    )
    expect(blocks.find(({ page }) => page === 'The Heron')?.content).toBe('[picture: boat.png]')
    expect(JSON.stringify([pages, blocks])).not.toContain('/api/files/')
    expect(JSON.stringify([pages, blocks])).not.toMatch(/%(?:day|date)/)
  })

  test('its store is sound', async () => expect(await graph.maintenance.check()).toEqual([]))
})
