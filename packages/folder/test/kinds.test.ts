/** Every kind of folder under `fixtures/`: import, export and import lose nothing that Markdown can express. */
import { describe, expect, test } from 'vitest'
import { expectedPath, expectedPaths, importAgain, importKind, inManifest, lostWords } from './kind.ts'
import { exported, type TestGraph } from './graph.ts'
import { LOGSEQ_KINDS } from './logseq-kinds.ts'
import { OBSIDIAN_KINDS } from './obsidian-kinds.ts'
import { OUTLINER_KINDS } from './outliner-kinds.ts'

const byId = ({ pages }: TestGraph) => pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The Markdown content of each page: without ids, except for those of referenced blocks. */
const said = ({ pages }: TestGraph, but: ReadonlySet<string>) =>
  pages
    .filter(({ name }) => !but.has(name))
    .map(({ name, props, blocks = [] }) => [
      name,
      props,
      blocks.map(({ depth, content }) => '\t'.repeat(depth) + content),
    ])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))

describe.each([...LOGSEQ_KINDS, ...OBSIDIAN_KINDS, ...OUTLINER_KINDS])('$kind', (kind) => {
  const { rewritten = {}, inManifest: onlyInManifest = {}, words = {}, reported = {} } = kind
  const first = importKind(kind)
  const again = importAgain(first)

  test('the import reports what it cannot keep, and nothing else', () => {
    expect(Object.fromEntries(first.unread.map(({ file, line, why }) => [`${file}:${line}`, why]))).toEqual(
      Object.fromEntries(Object.entries(reported).map(([at, why]) => [at, expect.stringContaining(why)])),
    )
  })

  test('the graph keeps every word of a note', () => {
    expect(lostWords(first)).toEqual(Object.keys(words).toSorted())
  })

  test('import, export, import gives the same graph, and the same export', () => {
    expect(byId(again)).toEqual(byId(first.graph))
    expect(exported(again)).toEqual(first.export)
  })

  test('the exported Markdown gives the same graph without the manifest', () => {
    const needed = inManifest(first)
    const paths = Object.keys(onlyInManifest).map((path) => first.exportPath.get(path)!)
    expect(needed.toSorted()).toEqual(paths.toSorted())
    const names = first.graph.pages.filter((_, i) => needed.includes([...first.exportPath.values()][i]!))
    const but = new Set(names.map(({ name }) => name))
    expect(said(importAgain(first, false), but)).toEqual(said(first.graph, but))
  })

  test('notes export byte for byte, except those with a listed reason', () => {
    const changed = Array.from(first.exportPath).filter(
      ([path, written]) =>
        (first.isLogseq && path !== written) || first.source.get(path) !== first.export.get(written),
    )
    expect(changed.map(([path]) => path).toSorted()).toEqual(Object.keys(rewritten).toSorted())
    const expected = Object.keys(rewritten).map((path) => first.exportPath.get(path)!)
    expect(expectedPaths(kind)).toEqual(expected.toSorted())
  })

  test.for(Object.entries(rewritten))('%s: %s', async ([path]) => {
    const written = first.exportPath.get(path)!
    await expect(first.export.get(written)).toMatchFileSnapshot(expectedPath(kind, written))
  })
})
