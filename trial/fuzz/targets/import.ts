/**
 * Imports of archives into a store. Each note is there whole or not at all, also after an interruption. A second import adds
 * nothing.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { ARCHIVE_LIMITS } from '@notegraph/contract'
import { readSource, type FolderSource } from '@notegraph/folder'
import { openImportFile } from '@notegraph/host'
import { importFolder, type ImportOptions, type ImportReport } from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import fc from 'fast-check'
import { outlineText } from '../../../packages/block-text/test/outline.ts'
import { answers, home, NOW, records, type Home } from '../../../packages/service/test/memory.ts'
import type { Target } from '../target.ts'
import { withFile } from './archive.ts'
import { anyZip, zipBytes, type ZipFile } from './zip.ts'

const PATHS = [
  'pages/A.md', 'pages/B___C.md', 'pages/a.md', 'journals/2026_11_20.md', 'journals/2026-11-20.md', 'D.org', 'top/E.md', 'F.opml',
  'assets/x.png', 'logseq/config.edn', '.obsidian/app.json', 'whiteboards/w.edn', 'pages/Ada Lovelace.md', 'G.json', 'logseq/notegraph.json',
] // prettier-ignore
const HEADS = [
  '',
  'title:: T\n',
  'type:: book\nalias:: a, b\n',
  '---\ntags: [a, b]\nalias: A\n---\n',
  'id:: x\n',
]

const outline = fc
  .tuple(
    fc.constantFrom(...HEADS),
    fc.array(fc.tuple(fc.nat(3), fc.constantFrom('- ', '- ', '* ', ''), outlineText), { maxLength: 5 }),
  )
  .map(([head, blocks]) => {
    return head + blocks.map(([depth, sign, text]) => '\t'.repeat(depth) + sign + text).join('\n')
  })

const NO_LIE = { size: 0, packed: 0, crc: 0, at: 0 }
/** Archives whose notes can be read, unlike most of those that lie. */
const honest: fc.Arbitrary<ZipFile> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS), outline, fc.boolean()), { maxLength: 6, selector: ([path]) => path })
  .map((files) => ({
    entries: files.map(([path, content, deflated]) => ({ path, content, deflated, lies: NO_LIE, mode: 0o100644, flags: 0 })),
    lies: { count: 0, directory: 0, length: 0 },
  })) // prettier-ignore

const OPTIONS: ImportOptions = {
  now: NOW,
  limits: ARCHIVE_LIMITS,
}

async function run({ store, blobs }: Home, source: FolderSource, more: Partial<ImportOptions> = {}): Promise<ImportReport> {
  const result = await importFolder(store, blobs, { id: 'me', quota: Infinity }, source, { ...OPTIONS, ...more })
  ok(result.ok, 'the import stopped early')
  return result.report
} // prettier-ignore

const counts = ({ pages, journals, blocks, files }: ImportReport): object => ({
  pages,
  journals,
  blocks,
  files,
})

/** The pages of a graph with their texts, by name. */
async function pagesOf(graph: GraphStore): Promise<Map<string, readonly string[]>> {
  const all = await answers(graph)
  return new Map(all.map(({ page, blocks }) => [String(page['name']), blocks.map(({ content }) => content)]))
}

/** The number of notes that can be read. */
async function notesIn(source: FolderSource): Promise<number> {
  let count = 0
  for await (const { ok } of (await readSource(source, ARCHIVE_LIMITS)).notes()) if (ok) count++
  return count
}

const isClean = async ({ graph }: Home): Promise<void> => deepEqual(await graph.maintenance.check(), [])

/** Imports the whole source: planned, done, and done again. */
async function importWhole(source: FolderSource): Promise<Map<string, readonly string[]>> {
  const account = await home()
  const planned = await run(account, source, { dryRun: true })
  equal(await account.graph.commits.head(), 0)
  deepEqual(counts(await run(account, source)), counts(planned))
  await isClean(account)
  const stored = await records(account.graph)
  deepEqual(counts(await run(account, source)), { pages: 0, journals: 0, blocks: 0, files: 0 })
  deepEqual(await records(account.graph), stored)
  const pages = await pagesOf(account.graph)
  await account.store.close()
  return pages
}

/** Interrupts an import at one of its notes, and then runs it to its end. */
async function importInParts(source: FolderSource, at: number, whole: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const account = await home()
  const over = new AbortController()
  let read = 0
  const reading = (path: string | undefined) => path !== undefined && read++ === at && over.abort()
  await run(account, source, { signal: over.signal, reading }).catch((error: unknown) => equal(error, over.signal.reason))
  await isClean(account)
  // With fewer pages than notes, a page can have the first of its notes.
  if (whole.size >= (await notesIn(source)))
    for (const [name, texts] of await pagesOf(account.graph))
      deepEqual(texts, whole.get(name), `${name} is there in part`)
  await run(account, source)
  await isClean(account)
  deepEqual(await pagesOf(account.graph), whole)
  await account.store.close()
} // prettier-ignore

const target: Target = {
  name: 'import',
  grammar: fc.oneof({ weight: 5, arbitrary: honest }, { weight: 1, arbitrary: anyZip }).map(zipBytes),
  tokens: [
    'PK\x01\x02',
    'PK\x03\x04',
    'PK\x05\x06',
    '.md',
    '../',
    '\n- ',
    '\n\t- ',
    '[[',
    '::',
    'id:: x\n',
    '\0',
    '---\n',
  ],
  check: (input) =>
    withFile(input, async (fd) => {
      const opened = await openImportFile(fd, 'notes')
      if (!opened.ok) return
      const whole = await importWhole(opened.source)
      await importInParts(opened.source, input.length % 4, whole)
    }),
}
export default target
