/** Tests the texts of blocks that refer to others: they are exact after every edit. */
import {
  nameFiles,
  parseBlock,
  replaceReferences,
  visibleText,
  type VisibleText,
} from '@notegraph/block-text'
import { blockLine, countText, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileEntry, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0, viewOf } from '../builder.ts'

const UUIDS = ['1', '2', '3', '4'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)
const PAGES = ['p1', 'p2']
const FILE: FileEntry = {
  id: 'f1secret',
  hash: 'hash',
  name: 'cat.png',
  type: 'image/png',
  size: 1,
  createdAt: T0,
}

type Step =
  | { readonly kind: 'write'; readonly id: string; readonly pageId: string; readonly text: string }
  | { readonly kind: 'page'; readonly id: string }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'file' }

const word = fc.oneof(
  fc.constantFrom(...UUIDS.map((id) => `((${id}))`), ...UUIDS.map((id) => `{{embed ((${id}))}}`)),
  fc.constantFrom(
    'Rye. Bread',
    'see',
    '\n',
    '\nkey:: value\n',
    '.',
    '![',
    '](/api/files/f1secret)',
    'x'.repeat(600),
  ),
)
const text = fc
  .tuple(fc.constantFrom('', 'TODO ', '## '), fc.array(word, { maxLength: 5 }), fc.constantFrom(' ', ''))
  .map(([head, words, between]) => head + words.join(between))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      id: fc.constantFrom(...UUIDS),
      pageId: fc.constantFrom(...PAGES),
      text,
    }),
  },
  fc.record({ kind: fc.constant('page' as const), id: fc.constantFrom(...PAGES) }),
  fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom(...PAGES, ...UUIDS) }),
  fc.record({ kind: fc.constant('file' as const) }),
)

/** The records and files, and their texts according to the pure packages alone. */
class Read {
  readonly records = new Map<string, GraphRecord>()
  file: FileEntry | undefined
  readonly #file = (id: string) => (id === FILE.id ? this.file : undefined)
  readonly #line = (id: string): VisibleText | undefined => {
    const record = this.#live(id)
    if (!record || !this.hasPage(record.place.pageId)) return undefined
    return blockLine(record, { file: this.#file })
  }

  #live(id: string): BlockRecord | undefined {
    const record = this.records.get(id)
    return record?.kind === 'block' && record.deleted === undefined ? record : undefined
  }

  hasPage(id: string): boolean {
    const record = this.records.get(id)
    return record !== undefined && record.deleted === undefined
  }

  text(
    id: string,
  ): { readonly text: string; readonly marks: VisibleText['marks']; readonly pageId: string } | undefined {
    const record = this.#live(id)
    if (!record || !this.hasPage(record.place.pageId)) return undefined
    const shown = visibleText(parseBlock(record.words.text))
    const read = nameFiles(replaceReferences(shown, this.#line, id), this.#file)
    return { text: read, marks: shown.marks, pageId: record.place.pageId }
  }

  counts(pageId: string) {
    const sums = { blocks: 0, words: 0, sentences: 0, paragraphs: 0, characters: 0 }
    for (const id of UUIDS) {
      const read = this.text(id)
      if (read?.pageId !== pageId) continue
      const [start, end] = read.marks
      const counts = countText(read.text.slice(0, start) + read.text.slice(end))
      sums.blocks++
      for (const key of ['words', 'sentences', 'paragraphs', 'characters'] as const) sums[key] += counts[key]
    }
    return sums
  }
}

/** A hundred graphs, of any store, on any machine. */
const RANDOM = { timeout: 600_000 }

export function referencesContract(open: () => Promise<Store>): void {
  test(
    '[D2.7] [D3.3] texts and counts are exact after each of any edits, and check finds nothing',
    RANDOM,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const store = await open()
          const graph = store.graph('one')
          const read = new Read()
          let now = T0
          for (const one of steps) {
            now++
            const files = one.kind === 'file' && !read.file ? [FILE] : []
            if (files.length > 0) read.file = FILE
            const put = one.kind === 'file' ? undefined : recordAfter(one, read.records.get(one.id), now)
            const from = put ? ((await graph.records.find(put.id))?.seq ?? 0) : 0
            if (put) read.records.set(put.id, put)
            const committed = await graph.commits.commit({ puts: put ? [{ record: put, from }] : [], files })
            expect(committed.ok).toBe(true)
            for (const id of UUIDS) {
              const stored = await graph.blocks.find(id)
              expect(stored && viewOf(stored)['text']).toBe(read.text(id)?.text)
            }
            for (const id of PAGES)
              expect((await graph.pages.find(id))?.counts).toEqual(
                read.hasPage(id) ? read.counts(id) : undefined,
              )
          }
          // The test leaves blocks without a page on purpose.
          expect(
            (await graph.maintenance.check()).filter((problem) => !problem.endsWith('is not there')),
          ).toEqual([])
          await store.close()
        }),
        { numRuns: 40 },
      )
    },
  )

  test('[D2.7] every read gives the same text', async () => {
    const store = await open()
    const graph = store.graph('one')
    const [a, b] = UUIDS as [string, string]
    await add(graph, page('p1', 'Ada'), block(a, 'p1', `TODO see ((${b}))`), block(b, 'p1', 'words'))
    const all = { limit: 10, offset: 0 }
    for (const line of ['words', 'other words']) {
      if (line !== 'words') await change(graph, b, (held) => reworded(held, line, T0 + 1))
      const reads = [
        await graph.blocks.find(a),
        (await graph.blocks.findMany([a]))[0],
        (await graph.blocks.listByPage('p1', all)).blocks.find(({ id }) => id === a),
        (await graph.blocks.subtree(a, 5))?.blocks[0],
        (await graph.blocks.listByPrefix(a.slice(0, 8), 1))[0],
        (await graph.search.listTasks({ status: 'open' }, all)).blocks[0],
      ]
      for (const one of reads) expect(viewOf(one)['text']).toBe(`TODO see ${line}`)
    }
    expect((await graph.pages.list({}, all)).pages[0]?.counts).toEqual((await graph.pages.find('p1'))?.counts)
    await store.close()
  })

  test('[D6.1] a list stops before what is read out takes up more bytes than asked for', async () => {
    const store = await open()
    const graph = store.graph('one')
    const [a] = UUIDS as [string]
    const readers = Array.from({ length: 9 }, (_, i) => block(`r${i}`, 'p1', `TODO ((${a}))`))
    await add(graph, page('p1', 'Ada'), page('p2', 'Bob'), block(a, 'p2', 'w'.repeat(900)), ...readers)
    const window = { limit: 9, offset: 0, bytes: 3_500 }
    for (const { blocks } of [
      await graph.blocks.listByPage('p1', window),
      await graph.search.listTasks({ status: 'open' }, window),
    ]) {
      expect(blocks).toHaveLength(3)
      for (const one of blocks) expect(one.text).toContain('www')
    }
    await store.close()
  })

  test('[D3.3] a change that is refused leaves no counts behind', async () => {
    const store = await open()
    const graph = store.graph('one')
    const [a, b] = UUIDS as [string, string]
    await add(graph, page('p1', 'Ada'), block(a, 'p1', `see ((${b}))`), block(b, 'p1', 'words'))
    const words = async () => (await graph.pages.find('p1'))?.counts.words
    expect(await words()).toBe(3)
    const held = (await graph.records.find(b))!
    const failing = graph.commits.commit({
      puts: [{ record: reworded(held, 'very many more words', T0 + 1), from: held.seq }],
      show: { pageId: 'p1' },
      idempotency: {
        key: 'k',
        request: 'r',
        at: T0,
        since: 0,
        answer: ({ page }) => {
          throw new Error(`counted ${page?.counts.words}`)
        },
      },
    })
    await expect(failing).rejects.toThrow('counted 9')
    expect(await words()).toBe(3)
    await change(graph, b, (again) => reworded(again, 'two words', T0 + 2))
    expect(await words()).toBe(5)
    await store.close()
  })
}

function recordAfter(one: Exclude<Step, { kind: 'file' }>, held: GraphRecord | undefined, now: number) {
  switch (one.kind) {
    case 'write':
      return block(one.id, one.pageId, one.text, { now })
    case 'page':
      return page(one.id, `Page ${one.id}`, [], now)
    case 'delete':
      return held && deleted({ record: held, seq: 0 }, now)
  }
}
