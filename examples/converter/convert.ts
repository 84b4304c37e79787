/**
 * Converts notes to a Logseq folder: an Obsidian folder, a JSON export of Roam Research, an outline in OPML, or a folder
 * with all of them. The files that notes link are copied to `assets/`.
 */
import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { parseBlock } from '@notegraph/block-text'
import {
  pageRecords,
  planExport,
  readSource,
  withFiles,
  writeConfig,
  writeManifest,
  writeNote,
  writeWhiteboard,
  type FolderSource,
  type NoteDraft,
} from '@notegraph/folder'
import { diskFolder } from '@notegraph/folder/node'
import { kindOf, nameOf, PAGE_FAVORITE, propOf } from '@notegraph/graph'

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  console.error('Usage: node examples/converter/convert.ts NOTES NEW_FOLDER')
  process.exit(2)
}
await mkdir(to, { recursive: true })
if ((await readdir(to)).length > 0) {
  console.error(`${to} is not empty. Name a new folder.`)
  process.exit(1)
}

// 1. Read: each note becomes a draft. A file that cannot be read is reported, and the others continue.
const isFolder = (await stat(from)).isDirectory()
const source = isFolder ? diskFolder(from) : oneFile(from)
const { plan, notes } = await readSource(source)
const drafts: NoteDraft[] = []
for (const { file, line, why } of plan.unread) console.error(`${file}:${line}: ${why}`)
for await (const read of notes()) {
  if (read.ok) drafts.push(read.note)
  for (const { file, line, why } of read.ok ? read.note.unread : read.unread)
    console.error(`${file}:${line}: ${why}`)
}

// 2. Convert: drafts become records, and each linked file gets an id and a name in `assets/`.
const ids = new Map(
  [...new Set(drafts.flatMap(({ assets }) => assets))].map((path, i) => [path, `file-${i}`]),
)
const pages = pageRecords(
  drafts.map((note) => withFiles(note, (path) => ids.get(path))),
  { now: Date.now(), newId: () => crypto.randomUUID() },
)
const texts = pages.flatMap(({ blocks }) => blocks.map(({ item }) => item.words.text))
const referenced = new Set(texts.flatMap((text) => parseBlock(text).blockRefs))
const names = assetNames([...ids.keys()])
const layout = planExport({
  pages: pages.map(({ record }) => record),
  files: new Map(Array.from(ids, ([path, id]) => [id, names.get(path)!])),
  referenced: (id) => referenced.has(id),
})

// 3. Write: pages, linked files, settings, and the ledger of ids and times.
const written = pages.map((page) =>
  kindOf(page.record) === 'whiteboard' ? writeWhiteboard(page, page.shapes, layout) : writeNote(page, layout),
)
const favorites = pages.map(({ record }) => record).filter((page) => propOf(page, PAGE_FAVORITE) === true)
const settings = [writeConfig(favorites.map(nameOf)), writeManifest(written.map(({ entry }) => entry))]
for (const { path, text } of [...written, ...settings]) await writeFile(await placeFor(path), text)
for (const [path, name] of names) await copyFile(join(from, path), await placeFor(`assets/${name}`))
console.log(`Wrote to ${to}. Pages: ${written.length}, blocks: ${texts.length}, files: ${names.size}.`)

/** A folder source that contains only this file. */
function oneFile(path: string): FolderSource {
  const folder = diskFolder(dirname(path))
  return { paths: async () => [basename(path)], read: (name) => folder.read(name) }
}

/** A name for each path; if two files share a name, the later ones get a number. */
function assetNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    paths.map((path) => {
      const ending = extname(path)
      const stem = basename(path, ending)
      let name = stem + ending
      for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}-${n}${ending}`
      taken.add(name.toLowerCase())
      return [path, name]
    }),
  )
}

/** The path of a new file, in a folder that exists. */
async function placeFor(path: string): Promise<string> {
  const place = join(to!, path)
  await mkdir(dirname(place), { recursive: true })
  return place
}
