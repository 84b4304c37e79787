/** The documentation of Logseq, a graph by many authors over years. The test runs if a copy is next to the checkout. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { flatten, planFolder, readNote, type NoteDraft } from '../src/index.ts'

const root = fileURLToPath(new URL('../../../../shared/graphs/logseq-docs/', import.meta.url))
const absent = !existsSync(root)
const reason = absent ? ' (left out: the graph is not beside this checkout)' : ''

function readAll(): { notes: NoteDraft[]; unread: string[] } {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll('\\', '/').replace(/^\/+/u, ''),
    )
  const plan = planFolder(paths, readFileSync(`${root}logseq/config.edn`, 'utf8'))
  const notes = plan.notes.flatMap(({ path }) => {
    const read = readNote(plan, path, readFileSync(root + path, 'utf8'))
    return read.ok ? [read.note] : []
  })
  return { notes, unread: [...plan.unread, ...notes.flatMap((note) => note.unread)].map(({ file }) => file) }
}

describe.skipIf(absent)(`a graph of the wild${reason}`, () => {
  const { notes, unread } = absent ? { notes: [], unread: [] } : readAll()
  const byPath = new Map(notes.map((note) => [note.path, note]))

  test('gives the pages and blocks that Logseq itself counts', () => {
    const markdown = notes.filter(({ path }) => path.endsWith('.md'))
    expect(markdown).toHaveLength(313)
    expect(markdown.reduce((count, { blocks }) => count + flatten(blocks).length, 0)).toBe(6317)
  })

  test('Org files have a block for each of their headings', () => {
    const org = notes.filter(({ path }) => path.endsWith('.org'))
    const headings = org.map(
      ({ path }) => readFileSync(root + path, 'utf8').match(/^\*+[ \t]/gmu)?.length ?? 0,
    )
    expect(org).toHaveLength(20)
    expect(org.map(({ blocks }) => flatten(blocks).length)).toEqual(headings)
    expect(unread).toEqual([])
  })

  test.each([
    ['pages/term.page title.md', 'custom page title', 'page', 11],
    ['pages/New to Logseq%3F.md', 'New to Logseq?', 'page', 1],
    ['pages/Whiteboard___Tool___Shape___Circle.md', 'Whiteboard/Tool/Shape/Circle', 'page', 0],
    ['pages/Markdown.md', 'Markdown', 'page', 52],
    ['journals/2020_09_14.md', 'Sep 14th, 2020', 'journal', 1],
    ['journals/2021_07_14.md', '2021_07_14', 'journal', 1],
  ])('%s is %s', (path, name, kind, count) => {
    const note = byPath.get(path)!
    expect(note).toMatchObject({ name, kind })
    expect(flatten(note.blocks)).toHaveLength(count)
  })

  test('favorites, times and ids come out of the text', () => {
    expect(notes.filter((note) => note.favorite).map(({ name }) => name)).toContain('Changelog')
    const times = notes
      .flatMap(({ blocks }) => flatten(blocks))
      .filter(({ createdAt }) => createdAt !== undefined)
    expect(times.length).toBeGreaterThan(10)
    expect(times.every(({ content }) => !/^(?:created|updated)-at::/mu.test(content))).toBe(true)
  })
})
