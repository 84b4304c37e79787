import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readmeExamples, runExample } from '@notegraph/example-tests'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskFolder, readFolder, type FolderNote, type ReadFolderOptions } from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path: string, content: string | Uint8Array = ''): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}

describe('diskFolder', () => {
  test('lists every file, however deep, with slashes and in order', async () => {
    for (const path of ['b.md', 'a/c/d.md', 'a/x.png', '.hidden']) write(path)
    mkdirSync(join(folder, 'empty'))
    expect(await diskFolder(folder).paths()).toEqual(['.hidden', 'a/c/d.md', 'a/x.png', 'b.md'])
    expect(await diskFolder(`${folder}/`).paths()).toEqual(['.hidden', 'a/c/d.md', 'a/x.png', 'b.md'])
  })

  test('enters no hidden folder but that of the settings, unless it is asked to', async () => {
    for (const path of ['.git/objects/1', '.obsidian/daily-notes.json', 'a/.trash/b.md', 'c.md']) write(path)
    expect(await diskFolder(folder).paths()).toEqual(['.obsidian/daily-notes.json', 'c.md'])
    expect(await diskFolder(folder, { hidden: true }).paths()).toHaveLength(4)
  })

  test('returns bytes and the time of the last change', async () => {
    write('a.md', 'words')
    utimesSync(join(folder, 'a.md'), 1_000, 1_234.5)
    const { bytes, modifiedAt } = await diskFolder(folder).read('a.md')
    expect(Buffer.from(bytes).toString()).toBe('words')
    expect(modifiedAt).toBe(1_234_500)
  })

  test('reads and fails in the same way in a worker thread', async () => {
    write('a.md', '- 面 words')
    utimesSync(join(folder, 'a.md'), 1_000, 1_234.5)
    mkdirSync(join(folder, 'b.md'))
    write('c.md')
    truncateSync(join(folder, 'c.md'), 256 * 2 ** 20 + 1)
    const [here, there] = [diskFolder(folder, { blocking: true }), diskFolder(folder)]
    const bytesOf = async (source: typeof here) => Buffer.from((await source.read('a.md')).bytes).toString()
    expect(await bytesOf(here)).toBe('- 面 words')
    expect(await bytesOf(there)).toBe('- 面 words')
    expect((await here.read('a.md')).modifiedAt).toBe((await there.read('a.md')).modifiedAt)
    for (const source of [here, there]) {
      await expect(source.read('none.md')).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(source.read('b.md')).rejects.toMatchObject({ code: 'EISDIR' })
      await expect(source.read('c.md')).rejects.toThrow('larger than 256 MB')
    }
  })

  test('follows links to files, and enters no circle of links', async () => {
    write('a/b.md')
    symlinkSync(folder, join(folder, 'a', 'up'))
    symlinkSync(join(folder, 'a', 'b.md'), join(folder, 'c.md'))
    expect(await diskFolder(folder).paths()).toEqual(['a/b.md', 'c.md'])
  })

  describe('[M6] links out of the folder', () => {
    let outside: string
    beforeEach(() => {
      outside = mkdtempSync(join(tmpdir(), 'notegraph-outside-'))
      mkdirSync(join(outside, 'more'))
      for (const path of ['secret', 'more/deep.md']) writeFileSync(join(outside, path), 'secret words')
      write('a.md')
      symlinkSync(join(outside, 'secret'), join(folder, 'link.md'))
      symlinkSync(join(outside, 'more'), join(folder, 'more'))
      symlinkSync(outside, join(outside, 'more', 'circle'))
    })
    afterEach(() => rmSync(outside, { recursive: true }))

    test('are left out, and named', async () => {
      const source = diskFolder(folder)
      expect(await source.paths()).toEqual(['a.md'])
      expect([...source.leftOut!().keys()].toSorted()).toEqual(['link.md', 'more'])
      const { plan } = await readFolder(folder)
      expect(plan.unread).toContainEqual({
        file: 'link.md',
        line: 1,
        why: expect.stringContaining('leads out'),
      })
    })

    test('are not followed if they lead out only after the list', async () => {
      symlinkSync(join(folder, 'a.md'), join(folder, 'b.md'))
      for (const source of [diskFolder(folder), diskFolder(folder, { blocking: true })]) {
        rmSync(join(folder, 'b.md'))
        symlinkSync(join(folder, 'a.md'), join(folder, 'b.md'))
        expect(await source.paths()).toEqual(['a.md', 'b.md'])
        rmSync(join(folder, 'b.md'))
        symlinkSync(join(outside, 'secret'), join(folder, 'b.md'))
        await expect(source.read('b.md')).rejects.toThrow('leads out of the folder')
      }
    })

    test('are followed on request, without a circle', async () => {
      const source = diskFolder(folder, { followLinks: true })
      const paths = await source.paths()
      expect(paths).toEqual(expect.arrayContaining(['a.md', 'link.md', 'more/deep.md', 'more/circle/secret']))
      expect(source.leftOut!().size).toBe(0)
      expect(Buffer.from((await source.read('link.md')).bytes).toString()).toBe('secret words')
    })
  })

  test('fails for a missing folder, and for too many files', async () => {
    await expect(diskFolder(join(folder, 'none')).paths()).rejects.toMatchObject({ code: 'ENOENT' })
    for (const path of ['a', 'b', 'c']) write(path)
    expect(await diskFolder(folder, { files: 3 }).paths()).toHaveLength(3)
    await expect(diskFolder(folder, { files: 2 }).paths()).rejects.toThrow('contains more than 2 files')
  })

  test('reads no file that is too large for a note', async () => {
    write('a.md')
    truncateSync(join(folder, 'a.md'), 256 * 2 ** 20 + 1) // a sparse file, which uses no space
    await expect(diskFolder(folder).read('a.md')).rejects.toThrow('The file is larger than 256 MB.')
  })
})

test('the example of the README reads a folder', async () => {
  write('pages/Tea.md', '- steep')
  const example = readmeExamples(new URL('../../README.md', import.meta.url)).find(({ code }) =>
    code.includes('@notegraph/folder/node'),
  )
  const { actual, stated, values } = await runExample(example!, {
    given: { path: folder },
    returned: ['names'],
  })
  expect(values).toEqual({ names: ['Tea'] })
  expect(stated).toEqual(['logseq'])
  expect(actual).toEqual(stated)
})

describe('readFolder', () => {
  const read = async (options?: ReadFolderOptions) => {
    const { plan, notes } = await readFolder(folder, options)
    const all: FolderNote[] = []
    for await (const note of notes()) all.push(note)
    return { plan, all }
  }
  const summary = (note: FolderNote): unknown =>
    note.ok ? [note.note.name, note.note.blocks.map(({ content }) => content)] : note.unread

  test('reads a Logseq folder with its settings', async () => {
    write('logseq/config.edn', '{:file/name-format :triple-lowbar}')
    write('pages/Books___Dune.md', '- spice\n\t- melange\n')
    write('journals/2026_11_20.md', '- wrote')
    write('assets/map.png')
    write('logseq/bak/pages/Old.md', '- old')
    const { plan, all } = await read()
    expect(plan).toMatchObject({ style: 'logseq', assets: ['assets/map.png'], unread: [] })
    expect(all.map(summary)).toEqual([
      ['2026_11_20', ['wrote']],
      ['Books/Dune', ['spice']],
    ])
  })

  test('reads a folder of notes: the format of its days, and embeds of parts of other notes', async () => {
    write('.obsidian/daily-notes.json', '{"format":"DD.MM.YYYY"}')
    write('20.11.2026.md', 'wrote')
    write('Home.md', '![[Recipe#^soup]]')
    write('Recipe.md', 'Leek soup ^soup')
    const { plan, all } = await read()
    expect(plan.style).toBe('notes')
    const [day, home, recipe] = all.map((note) => (note.ok ? note.note : undefined))
    expect(day).toMatchObject({ kind: 'journal', day: 2026_11_20 })
    const { id } = recipe!.blocks[0]!
    expect(id).toBeDefined()
    expect(home!.blocks[0]!.content).toContain(id)
  })

  test('reads the pages of an export of Roam, and of an outline in OPML', async () => {
    write('roam.json', '[{"title":"Tea","children":[{"string":"steep"}]},{"title":"Milk"}]')
    write('Plan.opml', '<opml version="2.0"><body><outline text="one"/></body></opml>')
    write('data.json', '{}')
    const { all } = await read()
    expect(all.map(summary)).toEqual([
      ['Plan', ['one']],
      ['Tea', ['steep']],
      ['Milk', []],
    ])
    const small = await read({ limits: { exportBytes: 8 } })
    expect(small.all).toMatchObject([
      { ok: false, path: 'Plan.opml' },
      { ok: false, path: 'roam.json' },
    ])
  })

  test.each<[string, string | Uint8Array, ReadFolderOptions, RegExp]>([
    ['is no text', new Uint8Array([0xff, 0x00]), {}, /^The file is not UTF-8 text/],
    ['has too many bytes', '- words', { limits: { bytes: 4 } }, /^The file is larger than/],
    ['has too many blocks', '- a\n- b', { limits: { blocks: 1 } }, /^The note has more than 1 blocks/],
  ])('a note that %s is reported, and other notes are read', async (_, content, options, why) => {
    write('pages/A.md', content)
    write('pages/B.md', '-')
    const { all } = await read(options)
    expect(all).toEqual([
      {
        ok: false,
        path: 'pages/A.md',
        unread: [expect.objectContaining({ file: 'pages/A.md', why: expect.stringMatching(why) })],
      },
      expect.objectContaining({ ok: true, path: 'pages/B.md', modifiedAt: expect.any(Number) }),
    ])
  })

  test('settings that cannot be read are reported with the plan', async () => {
    write('logseq/config.edn', new Uint8Array([0xff]))
    const { plan } = await read()
    expect(plan.unread).toMatchObject([{ file: 'logseq/config.edn', line: 1 }])
  })
})
