/**
 * Random folders are imported, exported and imported, and synced between two devices that both edit them.
 */
import { FolderSync, type Disk, type FileMark } from '@notegraph/folder-sync'
import { exportFolder, importFolder, statusOf, syncService, toErrorBody } from '@notegraph/service'
import { memoryBlobs, type GraphStore, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { createEngine, memoryStore, type Reply } from '@notegraph/sync'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { randomFolder, wordsIn, type Layout, type RandomFolder } from './random-folders.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const ALL = { limit: Infinity, offset: 0 }
/** Further seeds: `npm run fuzz -- properties`. */
const RUNS = 25
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

type Files = Map<string, Uint8Array>
const filesOf = (folder: RandomFolder): Files =>
  new Map(Object.entries(folder).map(([path, text]) => [path, bytesOf(text)]))

const opened: Store[] = []

async function openStore(): Promise<Store> {
  const store = await openTestStore()
  opened.push(store)
  return store
}

/** Each random folder has stores of its own, and a folder that fails is tried in many smaller forms. */
async function closeStores(): Promise<void> {
  for (const store of opened.splice(0)) await store.close()
}

afterEach(closeStores)

async function account() {
  const store = await openStore()
  const blobs = memoryBlobs()
  const graph = store.graph('me')
  const me = { id: 'me', quota: Infinity }
  return {
    graph,
    async add(files: Files) {
      const source = {
        paths: async () => [...files.keys()],
        read: async (path: string) => ({ bytes: files.get(path)!, modifiedAt: NOW - 1 }),
      }
      const done = await importFolder(store, blobs, me, source, { now: NOW })
      if (!done.ok) throw new Error(done.why)
      return done.report
    },
    async exported(): Promise<Files> {
      const files: Files = new Map()
      const done = await exportFolder(store, blobs, 'me', {
        paths: async () => [...files.keys()],
        read: async (path) => ({ bytes: files.get(path)!, modifiedAt: NOW }),
        write: async (path, content) => {
          if (typeof content === 'string') files.set(path, bytesOf(content))
          else if (content instanceof Uint8Array) files.set(path, content)
          else files.set(path, Buffer.concat(await Array.fromAsync(content)))
        },
        remove: async (path) => void files.delete(path),
      })
      if (!done.ok) throw new Error(done.why)
      return files
    },
  }
}

/** Pages with their properties and blocks, by name. */
async function shown(graph: GraphStore): Promise<unknown[]> {
  const { pages } = await graph.pages.list({}, ALL)
  const all: unknown[] = []
  for (const { id, name, view } of pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { blocks } = await graph.blocks.listByPage(id, ALL)
    const outline = blocks.map(({ id: block, parentId, content }) => [block, parentId, content])
    all.push([id, name, JSON.parse(view).props, outline])
  }
  return all
}

test.each<Layout>(['logseq', 'notes'])(
  'a random folder of the layout %s, exported and imported: the same graph, and the same bytes again',
  async (layout) => {
    await fc.assert(
      fc
        .asyncProperty(randomFolder(layout), async (folder) => {
          const [from, to] = [await account(), await account()]
          await from.add(filesOf(folder))
          const files = await from.exported()
          expect(await to.add(files)).toMatchObject({ skipped: 0 })
          expect(await shown(to.graph)).toEqual(await shown(from.graph))
          expect(texts(await to.exported())).toEqual(texts(files))
          expect(await from.add(filesOf(folder))).toMatchObject({ pages: 0, blocks: 0 })
        })
        .afterEach(closeStores),
      { numRuns: RUNS },
    )
  },
)

const texts = (files: Files): Record<string, string> =>
  Object.fromEntries(
    Array.from(files, ([path, bytes]) => [path, utf8.decode(bytes)] as const).toSorted(([x], [y]) =>
      x < y ? -1 : 1,
    ),
  )

/** A folder in memory. */
class MemoryDisk implements Disk {
  readonly files: Map<string, { readonly bytes: Uint8Array; readonly mark: FileMark }> = new Map()
  /** Texts of files that were replaced. A folder on a disk keeps copies of them. */
  readonly replaced: string[] = []
  readonly #prepared = new Map<string, Uint8Array>()
  #made = 0

  write(path: string, bytes: Uint8Array): FileMark {
    const mark = { size: bytes.byteLength, modifiedAt: NOW, node: ++this.#made }
    this.files.set(path, { bytes, mark })
    return mark
  }

  text(path: string): string {
    return utf8.decode(this.files.get(path)!.bytes)
  }

  words(): string[] {
    return [...this.files.keys()].flatMap((path) => wordsIn(`${path}\n${this.text(path)}`))
  }

  list = async (): Promise<Map<string, FileMark>> =>
    new Map(Array.from(this.files, ([path, { mark }]) => [path, mark]))

  read = async (path: string): Promise<Uint8Array | undefined> => this.files.get(path)?.bytes

  prepare = async (content: string | AsyncIterable<Uint8Array>): Promise<string> => {
    const bytes =
      typeof content === 'string' ? bytesOf(content) : Buffer.concat(await Array.fromAsync(content))
    const name = `prepared-${++this.#made}`
    this.#prepared.set(name, bytes)
    return name
  }

  isPrepared = async (name: string): Promise<boolean> => this.#prepared.has(name)
  discard = async (name: string): Promise<void> => void this.#prepared.delete(name)
  sweep = async (): Promise<void> => this.#prepared.clear()

  place: Disk['place'] = async (name, path, expected, keeps) => {
    const bytes = this.#prepared.get(name)!
    const before = this.files.get(path)?.bytes
    if (!expected(before)) return undefined
    if (keeps && before) this.replaced.push(utf8.decode(before))
    this.#prepared.delete(name)
    return this.write(path, bytes)
  }

  remove: Disk['remove'] = async (path, expected) => {
    const file = this.files.get(path)
    if (file && !expected(file.bytes)) return false
    this.files.delete(path)
    return true
  }
}

async function pair() {
  const store = await openStore()
  const me = { id: 'me', plan: 'active', allowed: true, quota: Infinity, createdAt: 0 } as const
  let [made, seconds] = [0, 0]
  const clock = () => NOW + 1_000 * seconds++
  const service = syncService(store, { clock, newId: () => `s${++made}` })
  async function device(name: string) {
    const caller = { account: me, plan: 'active' as const, device: name }
    const reply = <T>(result: Awaited<ReturnType<typeof service.pull | typeof service.push>>): Reply<T> =>
      result.ok
        ? { ok: true, value: structuredClone(result.value.value()) as T }
        : { ok: false, status: statusOf(result.refusal), error: toErrorBody(result.refusal) }
    const engine = createEngine({
      device: name,
      store: memoryStore(),
      transport: {
        pull: async (cursor) =>
          reply(await service.pull(caller, { ...(cursor !== undefined && { cursor }) })),
        push: async (body) => reply(await service.push(caller, structuredClone(body))),
      },
      environment: { now: clock, later: () => () => {}, random: () => 0.5, newId: () => crypto.randomUUID() },
    })
    await engine.open()
    const disk = new MemoryDisk()
    const files = {
      upload: async () => ({ ok: false as const, why: 'none' }),
      download: async () => undefined,
    }
    const folder = new FolderSync(engine, disk, files)
    await folder.open()
    return {
      disk,
      folder,
      async sync() {
        await folder.importEdits(() => true, true)
        await engine.sync()
        if (engine.state.status !== 'idle') throw new Error(JSON.stringify(engine.state))
        await folder.writeChanges()
      },
    }
  }
  return { store, a: await device('a'), b: await device('b') }
}

/** An edit of a file: a word at the end of a line, or a line of its own. */
interface Edit {
  readonly file: number
  readonly line: number
  readonly kind: 'word' | 'line' | 'block'
}
const edits = fc.array(
  fc.record<Edit>({ file: fc.nat(), line: fc.nat(), kind: fc.constantFrom('word', 'line', 'block') }),
  { maxLength: 4 },
)

function edit(disk: MemoryDisk, list: readonly Edit[], from: number): void {
  const paths = [...disk.files.keys()].filter((path) => path.endsWith('.md')).toSorted()
  for (const [i, { file, line, kind }] of list.entries()) {
    const path = paths[file % paths.length]
    if (path === undefined) return
    const lines = disk.text(path).split('\n')
    const at = line % lines.length
    const word = `w${from + i}w`
    if (kind === 'word') lines[at] = `${lines[at]!.replace(/\r$/u, '')} ${word}`
    else lines.splice(at, 0, kind === 'line' ? word : `- ${word}`)
    disk.write(path, bytesOf(lines.join('\n')))
  }
}

/**
 * The words of properties in the copies that a folder keeps. The later of two values wins, but lists are joined.
 */
const overruled = ({ replaced }: MemoryDisk): string[] =>
  replaced.flatMap((copy) => {
    const text = copy.replace(/^\uFEFF/u, '')
    const front = /^---[^]*?\n(?:---|\.\.\.)/u.exec(text)?.[0] ?? ''
    const lines = text.split('\n').filter((line) => /^[^\s-][^:]*:/u.test(line))
    return [...lines.filter((line) => !/^(?:tags|alias)/u.test(line)), front].flatMap(wordsIn)
  })

test.each<[string, RandomFolder]>([
  [
    'two files of one page, of one title and of one day',
    {
      'Garden.md': '- a\n- same\n',
      'pages/Garden.md': '- b\n- same\n',
      'pages/x.md': 'title:: garden\n\n- c\n',
      'journals/2026-11-20.md': '- d\n',
      'journals/2026_11_20.md': '- e\n',
    },
  ],
  [
    'a page that has the alias of another',
    {
      'logseq/config.edn': '{}',
      'pages/A.md': 'alias:: Pea\n\n- a\n',
      'pages/Pea.md': 'alias:: A\n\n- pea\n',
    },
  ],
  [
    'days with titles of its own',
    {
      'logseq/config.edn': '{:journal/page-title-format "do MMM yyyy"}',
      'journals/2026_11_20.md': '- [[20th Nov 2026]]\n',
      'journals/2026_11_21.md': '- a\n- [[20th Nov 2026]], [[21st Nov 2026]], [[22nd Nov 2026]]\n- c\n',
    },
  ],
  [
    'days that have a title',
    {
      'journals/2026_11_20.md': 'title:: The sowing\n\n- a\n',
      'journals/2026_11_21.md': '---\ntitle: [b, c]\n---\n- d\n',
    },
  ],
])('[S2] a folder with %s is synced as it is imported, and edits go both ways', async (_, made) => {
  const files: RandomFolder = { 'logseq/config.edn': '{}', ...made }
  const { store, a, b } = await pair()
  for (const [path, bytes] of filesOf(files)) a.disk.write(path, bytes)
  b.disk.write('logseq/config.edn', bytesOf(files['logseq/config.edn']!))
  for (const one of [a, b, a]) await one.sync()
  expect([a.folder.report.held, a.disk.replaced]).toEqual([[], []])
  const imported = await account()
  await imported.add(filesOf(files))
  /** Without random ids. A day without a format of its own is named by its file in an import. */
  const said = async (graph: GraphStore) =>
    (await shown(graph))
      .map((page) =>
        JSON.stringify(page).replaceAll(/"[-0-9a-f]{36}"|(?<=-20261120",)"[^"]*2026.11.20"/gu, ''),
      )
      .toSorted()
  const own = await said(store.graph('me'))
  expect(own).toEqual(await said(imported.graph))
  for (const { disk } of [a, b])
    for (const path of [...disk.files.keys()].filter((one) => one.endsWith('.md')))
      disk.write(path, bytesOf(`${disk.text(path)}- from ${disk === a.disk ? 'a' : 'b'}\n`))
  for (const one of [a, b, a, b]) await one.sync()
  for (const [path, text] of Object.entries(made).filter(([one]) => one.endsWith('.md')))
    for (const words of [text, '- from a\n', '- from b\n']) expect(a.disk.text(path)).toContain(words)
  expect([...a.disk.files.keys()].toSorted()).toEqual(Object.keys(files).toSorted())
})

test('[E1] a new file of a day has no title where the settings give the day its name', async () => {
  const { a, b } = await pair()
  const text = '- see [[20th Nov 2026]]\n'
  for (const { disk } of [a, b])
    disk.write('logseq/config.edn', bytesOf('{:journal/page-title-format "do MMM yyyy"}'))
  a.disk.write('journals/2026_11_20.md', bytesOf(text))
  for (const one of [a, b]) await one.sync()
  expect(b.disk.text('journals/2026_11_20.md')).toBe(text)
})

test.each(['  words', '   # Head', '  1. one'])(
  '[S2] %j, edited in another folder, is there once',
  async (text) => {
    const { a, b } = await pair()
    for (const { disk } of [a, b]) disk.write('logseq/config.edn', bytesOf('{}'))
    a.disk.write('pages/X.md', bytesOf(text))
    for (const one of [a, b]) await one.sync()
    b.disk.write('pages/X.md', bytesOf(b.disk.text('pages/X.md').replace('\n', ' more\n')))
    for (const one of [b, a]) await one.sync()
    expect(a.disk.text('pages/X.md').trim().split('\n')).toEqual([
      expect.stringMatching(/^(?:- )?(?:words|# Head|1\. one) more$/u),
    ])
  },
)

test('two folders that both sides edit: no word of either is lost', async () => {
  await fc.assert(
    fc
      .asyncProperty(randomFolder('logseq'), edits, edits, async (made, onA, onB) => {
        const { a, b } = await pair()
        for (const [path, bytes] of filesOf(made)) a.disk.write(path, bytes)
        b.disk.write('logseq/config.edn', bytesOf('{}'))
        const before = a.disk.words()
        for (const one of [a, b, a]) await one.sync()
        const lost = (words: readonly string[], where: MemoryDisk): string[] => {
          const there = new Set([...where.words(), ...overruled(a.disk), ...overruled(b.disk)])
          return words.filter((word) => !there.has(word))
        }
        expect(lost(before, a.disk)).toEqual([])
        const [held, inB] = [a.folder.report.held, new Set(b.disk.words())]
        const kept = before.filter((word) => inB.has(word))
        expect(held.length === 0 ? lost(before, b.disk) : []).toEqual([])
        edit(a.disk, onA, 10_000)
        edit(b.disk, onB, 20_000)
        const [edited, other] = [a.disk.words(), b.disk.words()]
        for (const one of [a, b, a, b]) await one.sync()
        expect(lost(edited, a.disk)).toEqual([])
        expect(lost(other, b.disk)).toEqual([])
        if (a.folder.report.held.length + b.folder.report.held.length > 0) return
        expect(lost([...edited, ...kept], b.disk)).toEqual([])
        expect(lost(other, a.disk)).toEqual([])
      })
      .afterEach(closeStores),
    { numRuns: RUNS },
  )
})
