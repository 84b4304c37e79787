/**
 * A static site that is written again after random changes has the bytes of one that is written to an empty folder.
 * @see sharing 4
 *
 * @module-tag both-stores
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { publishFolder } from '@notegraph/host'
import { partsRenderer, type PageParts } from '@notegraph/web'
import { areEmbedded } from '@notegraph/store/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApi } from './api.ts'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { readersOf, writtenSite } from './static-files.ts'
import { openBrowser } from './web-browser.ts'

const it = useSite()
const COUNT = 4
const page = fc.nat(COUNT - 1)
const blockId = (n: number, at: number): string => `0000000${n}-${at}000-4000-8000-000000000000`
const nameOf = (n: number): string => `Note ${n}`

/** Words, a link, an embed, a reference, a query, a picture, or a heading. */
const text = fc.oneof(
  fc.constantFrom('sail', 'row', '## Plan', '%% [[Note 1]] %%', '```mermaid\ngraph TD\n```', '{{query sail}}', 'a note[^1]', '[^1]: below', '![](/api/files/pic)'), // prettier-ignore
  page.map((n) => `to [[${nameOf(n)}]]`),
  page.map((n) => `{{embed [[${nameOf(n)}]]}}`),
  page.map((n) => `((${blockId(n, 0)}))`),
)
type Change =
  | { readonly kind: 'block'; readonly n: number; readonly at: number; readonly text: string }
  | { readonly kind: 'page'; readonly n: number; readonly name: string; readonly prop: string }
  | { readonly kind: 'rule'; readonly rule: object }
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('block' as const), n: page, at: fc.nat(2), text }) },
  fc.record({ kind: fc.constant('page' as const), n: page, name: fc.constantFrom('Note', 'Boat/Note'), prop: fc.constantFrom('icon', 'alias', 'public', 'note') }), // prettier-ignore
  fc.record({
    kind: fc.constant('rule' as const),
    rule: fc.constantFrom(
      { title: 'Another' },
      { look: { theme: 'blog' } },
      { look: { theme: 'handbook' } },
      { start: nameOf(0) },
      { lang: 'de' },
      { navigation: [nameOf(2)] },
    ),
  }),
)
const VALUES = { icon: '🚢', alias: 'ship', public: 'false', note: '[[Note 3]]' } as Readonly<Record<string, string>> // prettier-ignore

const put = async (record: GraphRecord): Promise<void> => {
  const from = (await it.api.graph.records.find(record.id))?.seq ?? 0
  expect(await it.api.graph.commits.commit({ puts: [{ record, from }] })).toMatchObject({ ok: true })
}
const block = (n: number, at: number, content: string, rev: string): GraphRecord =>
  makeBlock({ id: blockId(n, at), content, rev, pageId: `page-${n}`, parentId: null, order: at, now: NOON })

async function apply(one: Change, rev: string): Promise<void> {
  if (one.kind === 'block') return put(block(one.n, one.at, one.text, rev))
  if (one.kind === 'rule') return void (await it.change(one.rule))
  const props: [string, string][] = [[one.prop, VALUES[one.prop]!]]
  await put(makePage({ id: `page-${one.n}`, name: `${one.name} ${one.n}`, props, now: NOON }))
}

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('.') && statSync(join(folder, path)).isFile())
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'base64')]),
  )

let rendered = 0
/** Publishes as the command does. */
const publish = async (folder: string): Promise<boolean> => {
  let wasWritten = false
  const write = async (target: Parameters<Parameters<typeof publishFolder>[1]>[0]) => {
    wasWritten = true
    return writtenSite(it.api, target, 'https://trip.example', undefined, (frame) => {
      const render = partsRenderer(structuredClone(frame))
      return { most: 3, render: async (parts: PageParts) => (rendered++, render(structuredClone(parts))) }
    })
  }
  const state = (await readersOf(it.api).stateOf('trip'))!
  expect(await publishFolder(folder, write, { program: 'now', state, isLasting: () => true })).toMatchObject({ ok: true }) // prettier-ignore
  return wasWritten
}

async function withFolders(work: (again: string, empty: () => string) => Promise<void>): Promise<void> {
  const made: string[] = []
  const make = (): string => {
    made.push(mkdtempSync(join(tmpdir(), 'notegraph-again-')))
    return made.at(-1)!
  }
  try {
    await work(make(), make)
  } finally {
    for (const folder of made) rmSync(folder, { recursive: true })
  }
}

async function start(): Promise<void> {
  await it.addFile('pic', 'boat.png', 'image/png', 'PNG')
  for (let n = 0; n < COUNT; n++) {
    await put(makePage({ id: `page-${n}`, name: nameOf(n), now: NOON }))
    await put(block(n, 0, n === 0 ? 'to [[Note 1]]' : 'sail', 'first'))
  }
  await it.publish({ pages: Array.from({ length: COUNT }, (_, n) => nameOf(n)) })
}

test('[S4] a site that is written again has the bytes of one in an empty folder, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
      async (steps) => {
        // prettier-ignore
        it.api = await openApi()
        it.reader = openBrowser(it.api)
        await start()
        await withFolders(async (again, empty) => {
          await publish(again)
          for (const [n, changes] of steps.entries()) {
            for (const [m, one] of changes.entries()) await apply(one, `r${n}-${m}`)
            const fresh = empty()
            await publish(fresh)
            await publish(again)
            expect(filesIn(again)).toEqual(filesIn(fresh))
          }
        })
      },
    ),
    { numRuns: areEmbedded() ? 25 : 4 },
  )
})

test('[S4] a page is rendered again only if its data changed, and a site without changes is not read', async () => {
  await start()
  await withFolders(async (folder) => {
    await publish(folder)
    expect(await publish(folder)).toBe(false)
    rendered = 0
    await put(block(3, 2, 'a new mast', 'second'))
    expect(await publish(folder)).toBe(true)
    expect(rendered).toBe(1)
    rendered = 0
    await put(block(3, 2, 'to [[Note 1]]', 'third')) // shown on both
    await publish(folder)
    expect(rendered).toBe(2)
  })
})

test('[S4] a file that somebody changed, though its size and time are the same, is written again', async () => {
  await start()
  await withFolders(async (folder) => {
    await publish(folder)
    const [path, before] = [join(folder, 'note-2.html'), filesIn(folder)]
    const { mtime } = statSync(path)
    writeFileSync(path, readFileSync(path, 'utf8').replace('sail', 'sali'))
    utimesSync(path, mtime, mtime)
    await publish(folder)
    expect(filesIn(folder)).toEqual(before)
    rmSync(path)
    await publish(folder)
    expect(filesIn(folder)).toEqual(before)
  })
})
