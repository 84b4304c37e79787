/** @module-tag process */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFolder } from '@notegraph/folder/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProgram } from '../run-program.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'notegraph-converter-'))))
afterEach(() => rmSync(home, { recursive: true }))

const convert = (...args: string[]) => runProgram('converter/convert.ts', args)
const at = (path: string): string => join(home, path)
const converted = (path: string): string => readFileSync(at(`new/${path}`), 'utf8')
const NOTES = join(import.meta.dirname, '..', 'notes')

test('an Obsidian folder: tasks, days, embeds and linked files', async () => {
  const { code, stdout, stderr } = await convert(NOTES, at('new'))
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(`Wrote to ${at('new')}. Pages: 3, blocks: 9, files: 1.\n`)
  expect(converted('pages/Boat.md')).toContain('TODO Order rope for the [[Wheel]]\n')
  expect(converted('pages/Boat.md')).toContain('DEADLINE: <2026-11-28 Sat>')
  expect(converted('pages/Boat.md')).toContain('[the plan](../assets/plan.txt)')
  expect(converted('assets/plan.txt')).toBe(readFileSync(join(NOTES, 'Files/plan.txt'), 'utf8'))
  const [, id = ''] = /\{\{embed \(\(([\w-]+)\)\)\}\}/.exec(converted('journals/2026_11_20.md')) ?? []
  expect(converted('pages/Wheel.md')).toContain(`id:: ${id}`)
  expect(converted('pages/Boat.md')).not.toContain('id::')
})

test('an export of Roam Research', async () => {
  const graph = [
    {
      title: 'Tea',
      uid: 'tea000001',
      children: [
        {
          string: '{{[[TODO]]}} boil',
          uid: 'boil00001',
          children: [{ string: 'three minutes', uid: 'min000001' }],
        },
        { string: 'then ((boil00001))', uid: 'then00001' },
      ],
    },
  ]
  writeFileSync(at('roam.json'), JSON.stringify(graph))
  const { code, stderr } = await convert(at('roam.json'), at('new'))
  expect([code, stderr]).toEqual([0, ''])
  expect(converted('pages/Tea.md')).toMatch(
    /^- TODO boil\n {2}id:: (\S+)\n\t- three minutes\n- then \(\(\1\)\)\n$/,
  )
})

test('an outline in OPML, read back as the same notes', async () => {
  const outline =
    '<opml version="2.0"><body><outline text="one"><outline text="two"/></outline></body></opml>'
  writeFileSync(at('Plan.opml'), outline)
  expect(await convert(at('Plan.opml'), at('new'))).toMatchObject({ code: 0, stderr: '' })
  expect(converted('pages/Plan.md')).toBe('- one\n\t- two\n')
  const { plan, notes } = await readFolder(at('new'))
  expect([plan.style, plan.unread]).toEqual(['logseq', []])
  for await (const read of notes())
    expect(read).toMatchObject({
      ok: true,
      note: { name: 'Plan', blocks: [{ children: [{ content: 'two' }] }] },
    })
})

test('it writes into no folder that holds something', async () => {
  writeFileSync(at('mine.md'), 'mine')
  const { code, stdout, stderr } = await convert(NOTES, home)
  expect([code, stdout, stderr]).toEqual([1, '', `${home} is not empty. Name a new folder.\n`])
})
