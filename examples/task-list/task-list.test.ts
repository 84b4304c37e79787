/** @module-tag process */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../run-program.ts'

const taskList = (...args: string[]) => runProgram('task-list/task-list.ts', args)
const NOTES = join(import.meta.dirname, '..', 'notes')

test('lists the open tasks of a folder of Obsidian, the earliest day first', async () => {
  const { code, stdout, stderr } = await taskList(NOTES)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toEqual([
    '2026-11-21  TODO Water the sourdough  (2026-11-20)',
    '2026-11-28  TODO Order rope for the [[Wheel]]  (Boat)',
    '            TODO [#A] Call the harbour about the slipway  (Boat)',
    '            TODO Count the floats again  (Wheel)',
  ])
})

test('lists those of a Logseq folder, and reports a note that it cannot read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-task-list-'))
  try {
    mkdirSync(join(folder, 'pages'))
    writeFileSync(join(folder, 'pages/Tea.md'), '- DONE boil\n- LATER steep\n  DEADLINE: <2026-11-22 Sun>\n')
    writeFileSync(join(folder, 'pages/Broken.md'), new Uint8Array([0xff, 0x00]))
    const { code, stdout, stderr } = await taskList(folder)
    expect(code).toBe(0)
    expect(stdout).toBe('2026-11-22  LATER steep  (Tea)\n')
    expect(stderr).toContain('pages/Broken.md:1: The file is not UTF-8 text')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without a folder it says how it is used', async () => {
  expect(await taskList()).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Usage: node examples/task-list/task-list.ts FOLDER\n',
  })
})
