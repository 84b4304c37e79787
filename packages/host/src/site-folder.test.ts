/** The folder of a static site. @see sharing 4 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FolderTarget } from '@notegraph/service'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishFolder } from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-site-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Files = Readonly<Record<string, string>>

const writing = (files: Files) => async (target: FolderTarget) => {
  for (const [path, content] of Object.entries(files)) await target.write(path, content)
}
const publish = (files: Files) => publishFolder(folder, writing(files))

function put(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** All visible files with their content. */
function held(): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = paths.filter((path) => statSync(join(folder, path)).isFile() && !path.startsWith('.'))
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

const SITE = { 'index.html': 'start', 'pages/ada.html': 'Ada', 'files/1/boat.png': 'PNG' }

describe('[S4] a folder that a site is published to', () => {
  test('is made, with the files of the site, for a host to read', async () => {
    const before = process.umask(0o022)
    try {
      rmSync(folder, { recursive: true })
      expect(await publish(SITE)).toEqual({ ok: true, value: undefined })
    } finally {
      process.umask(before)
    }
    expect(held()).toEqual(SITE)
    expect(statSync(join(folder, 'pages/ada.html')).mode & 0o777).toBe(0o644)
    expect(statSync(join(folder, 'pages')).mode & 0o777).toBe(0o755)
  })

  test('loses the files that left the site, with their folders, and keeps foreign files', async () => {
    put('CNAME', 'garden.example')
    put('pages/mine.txt', 'mine')
    await publish(SITE)
    expect(await publish({ 'index.html': 'start' })).toMatchObject({ ok: true })
    expect(held()).toEqual({ 'index.html': 'start', CNAME: 'garden.example', 'pages/mine.txt': 'mine' })
    expect(existsSync(join(folder, 'files'))).toBe(false)
  })

  test('is published again by writing the files that changed, and no other', async () => {
    await publish(SITE)
    const again = await publishFolder(folder, async (target) => {
      await writing({ ...SITE, 'index.html': 'START', 'new.html': 'new' })(target)
      return readdirSync(join(folder, '.notegraph-site-part'), {
        recursive: true,
        encoding: 'utf8',
      }).toSorted()
    })
    expect(again).toEqual({ ok: true, value: ['index.html', 'new.html'] })
    expect(held()).toEqual({ ...SITE, 'index.html': 'START', 'new.html': 'new' })
  })

  test('writes a file that its list does not name, which may be one of another spelling', async () => {
    put('index.html', SITE['index.html'])
    const published = await publishFolder(folder, async (target) => {
      await writing(SITE)(target)
      return existsSync(join(folder, '.notegraph-site-part/index.html'))
    })
    expect(published).toEqual({ ok: true, value: true })
    expect(held()).toEqual(SITE)
  })

  test('keeps the files that did not change as they are', async () => {
    await publish(SITE)
    const at = join(folder, 'pages/ada.html')
    utimesSync(at, 1_000, 1_000)
    await publish({ ...SITE, 'index.html': 'a new start' })
    expect(statSync(at).mtimeMs).toBe(1_000_000)
    expect(held()).toEqual({ ...SITE, 'index.html': 'a new start' })
    await publish({ ...SITE, 'pages/ada.html': 'Adb' })
    expect(held()['pages/ada.html']).toBe('Adb')
  })

  test.each<[what: string, path: string, inTheWay: string]>([
    ['a file of another person', 'index.html', 'index.html'],
    ['a file in place of a folder', 'pages', 'pages'],
    ['a folder in place of a file', 'index.html/x', 'index.html'],
  ])('is left as it was if %s is in the way', async (_, path, inTheWay) => {
    put(path, 'mine')
    const before = held()
    expect(await publish(SITE)).toEqual({ ok: false, inTheWay })
    expect(held()).toEqual(before)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('keeps the earlier site if writing fails', async () => {
    await publish(SITE)
    const failing = publishFolder(folder, async (target) => {
      await target.write('index.html', 'half')
      throw new Error('no power')
    })
    await expect(failing).rejects.toThrow('no power')
    expect(held()).toEqual(SITE)
  })

  test('is completed by the next run after one that stopped while it placed files', async () => {
    await publish(SITE)
    // The list has the files of both sites, one file is placed, and one that left is still there.
    const next = { 'index.html': 'start', 'pages/bob.html': 'Bob', 'pages/eve.html': 'Eve' }
    put('.notegraph-site.json', JSON.stringify([...Object.keys(SITE), ...Object.keys(next)]))
    put('pages/bob.html', 'Bo')
    put('.notegraph-site-part/pages/eve.html', 'Ev')
    expect(await publish(next)).toMatchObject({ ok: true })
    expect(held()).toEqual(next)
  })

  test('loses nothing outside of it, whatever its list names', async () => {
    const outside = join(dirname(folder), `${folder.split('/').at(-1)}-secret`)
    writeFileSync(outside, 'mine')
    try {
      const name = outside.split('/').at(-1)!
      put('.notegraph-site.json', JSON.stringify([`../${name}`, `pages/../../${name}`, outside, 7, '']))
      expect(await publish(SITE)).toMatchObject({ ok: true })
      expect(readFileSync(outside, 'utf8')).toBe('mine')
    } finally {
      rmSync(outside)
    }
  })

  describe('that remembers what was written', () => {
    const FROM = { program: 'p', state: 's', isLasting: () => true }
    const run = (files: Files, from: Partial<typeof FROM> = {}, asked: string[] = []) =>
      publishFolder(
        folder,
        async (target) => {
          for (const [path, content] of Object.entries(files)) {
            const kept = await target.keep(path, `key of ${content}`)
            asked.push(`${path} ${kept ?? 'written'}`)
            if (kept === undefined) await target.write(path, content)
          }
          return 'done'
        },
        { ...FROM, ...from },
      )

    test('keeps the files of the same key, and removes those that left', async () => {
      await run(SITE)
      const asked: string[] = []
      expect(await run({ 'index.html': 'start', 'pages/ada.html': 'ADA' }, { state: 't' }, asked)).toMatchObject({ ok: true }) // prettier-ignore
      expect(asked).toEqual(['index.html start', 'pages/ada.html written'])
      expect(held()).toEqual({ 'index.html': 'start', 'pages/ada.html': 'ADA' })
    })

    test.each<[what: string, spoil: () => void, from: Partial<typeof FROM>]>([
      ['another program', () => {}, { program: 'q' }],
      ['a file that somebody changed', () => put('index.html', 'START'), {}],
      ['a file that somebody removed', () => rmSync(join(folder, 'index.html')), {}],
      ['a list that somebody changed', () => put('.notegraph-site-hashes.json', '{"program":"p"}'), {}],
    ])('writes a file again after %s', async (_, spoil, from) => {
      await run(SITE)
      spoil()
      const asked: string[] = []
      await run(SITE, from, asked)
      expect(asked).toContain('index.html written')
      expect(held()).toEqual(SITE)
    })

    test('writes nothing in the same state, unless the result may be another one', async () => {
      const asked: string[] = []
      await run(SITE, { isLasting: () => false })
      await run(SITE, {}, asked)
      expect(asked).toHaveLength(3)
      expect(await run({}, {}, asked)).toEqual({ ok: true, value: 'done' })
      expect(asked).toHaveLength(3)
      expect(held()).toEqual(SITE)
    })
  })

  test('takes no file twice', async () => {
    const twice = publishFolder(folder, async (target) => {
      await target.write('index.html', 'one')
      await target.write('index.html', 'two')
    })
    await expect(twice).rejects.toThrow('EEXIST')
  })
})
