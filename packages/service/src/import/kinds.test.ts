/** Imports and exports every kind of folder among the fixtures of `@notegraph/folder`. */
import { readdirSync, readFileSync } from 'node:fs'
import { relative, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { answers, home, target, type Files, type Home, type MemoryFolder } from '../../test/memory.ts'
import { exportFolder } from '../index.ts'

const FIXTURES = fileURLToPath(new URL('../../../folder/test/fixtures/', import.meta.url))

function filesOf(kind: string): Files {
  const root = join(FIXTURES, kind, 'source')
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path)] as const),
  )
}

async function exported({ store, blobs }: Home): Promise<MemoryFolder> {
  const folder = target()
  const done = await exportFolder(store, blobs, 'me', folder)
  if (!done.ok) throw new Error(done.why)
  return folder
}

const KINDS = readdirSync(FIXTURES)

describe.each(KINDS)('%s', (kind) => {
  const files = filesOf(kind)

  test('comes back the same through an export', async () => {
    const [first, second] = [await home(), await home()]
    await first.add(files)
    const folder = await exported(first)
    expect(await second.add(folder)).toMatchObject({ unread: [], missing: [] })
    expect(await answers(second.graph)).toEqual(await answers(first.graph))
    expect((await exported(second)).files()).toEqual(folder.files())
  })

  test('is there already when it is imported again', async () => {
    const { graph, add } = await home()
    await add(files)
    expect(await graph.maintenance.check()).toEqual([])
    expect(await add(files)).toMatchObject({ pages: 0, journals: 0, blocks: 0, files: 0 })
  })
})

test.each(KINDS.filter((kind) => kind.startsWith('obsidian')))(
  '%s names no block that is not there',
  async (kind) => {
    const { graph, add } = await home()
    await add(filesOf(kind))
    const refs = (await answers(graph)).flatMap(({ blocks }) =>
      blocks.flatMap(({ content }) =>
        Array.from(content.matchAll(/\(\(([0-9a-f-]{36})\)\)/gu), ([, id]) => id!),
      ),
    )
    const there = await graph.records.findMany(refs)
    expect(new Set(there.map(({ record }) => record.id))).toEqual(new Set(refs))
  },
)
