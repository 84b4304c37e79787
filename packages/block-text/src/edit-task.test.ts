import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import type { DateMark } from './date-line.ts'
import { editTask, type TaskEdit } from './edit-task.ts'
import { MARKERS, PRIORITIES } from './marker.ts'
import { parseBlock } from './parse.ts'
import { partsOf } from './rewrite.ts'

const on = (day: number, rest = '') => ({ day, rest })
const FENCE = '```\ncode\n```'

test.each<[string, TaskEdit, string]>([
  ['TODO x', { marker: null }, 'x'],
  ['> ## TODO [#A] x', { marker: null }, '> ## [#A] x'],
  ['TODO', { marker: null }, ''],
  ['TODO\nSCHEDULED: <2026-11-20 Fri>', { marker: null }, 'SCHEDULED: <2026-11-20 Fri>'],
  [`TODO\n${FENCE}`, { marker: null }, FENCE],
  ['TODO DONE x', { marker: null }, '\nDONE x'], // its words begin like a task
  ['x', { marker: null }, 'x'],
  ['TODO x', { priority: 'A' }, 'TODO [#A] x'],
  ['TODO [#B] x', { priority: 'A' }, 'TODO [#A] x'],
  ['TODO [#B] x', { priority: null }, 'TODO x'],
  ['TODO [#B]', { priority: null }, 'TODO'],
  ['TODO', { priority: 'C' }, 'TODO [#C]'],
  ['x', { priority: 'C' }, '[#C] x'],
  ['# x', { priority: 'C' }, '# [#C] x'],
  [`TODO\n${FENCE}`, { priority: 'A' }, `TODO [#A]\n${FENCE}`],
  ['TODO x', { scheduled: on(20261120) }, 'TODO x\nSCHEDULED: <2026-11-20 Fri>'],
  [
    '| a | b |\n|---|---|',
    { scheduled: on(20261120), deadline: on(20261121) },
    'SCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-21 Sat>\n| a | b |\n|---|---|', // between them, no table
  ],
  ['TODO x\nmore', { scheduled: on(20261120) }, 'TODO x\nSCHEDULED: <2026-11-20 Fri>\nmore'],
  [
    'TODO x\nkey:: v\nDEADLINE: <2026-11-20 Fri>\nmore',
    { scheduled: on(20261121, '10:00') },
    'TODO x\nkey:: v\nSCHEDULED: <2026-11-21 Sat 10:00>\nDEADLINE: <2026-11-20 Fri>\nmore',
  ],
  [
    'TODO x\nmore\nSCHEDULED: <2026-11-20 Fri> DEADLINE: <2026-11-22 Sun>\nkey:: v',
    { scheduled: on(20261121) },
    'TODO x\nmore\nSCHEDULED: <2026-11-21 Sat> DEADLINE: <2026-11-22 Sun>\nkey:: v',
  ],
  [
    'TODO x\nSCHEDULED: <2026-11-20 Fri> DEADLINE: <2026-11-22 Sun>',
    { scheduled: null },
    'TODO x\nDEADLINE: <2026-11-22 Sun>',
  ],
  ['TODO x\nDEADLINE: <2026-11-22 Sun>', { deadline: null }, 'TODO x'],
  ['TODO x\nDEADLINE: <2026-11-22 Sun>\nmore', { deadline: null }, 'TODO x\nmore'],
  [
    'TODO x\nDEADLINE: <2026-11-22 Sun>\nDEADLINE: <2026-11-23 Mon>',
    { deadline: on(20261124) },
    'TODO x\nDEADLINE: <2026-11-22 Sun>\nDEADLINE: <2026-11-24 Tue>', // the last one counts
  ],
  ['TODO x\nDEADLINE: <2026-11-22 Sun>\nDEADLINE: <2026-11-23 Mon>', { deadline: null }, 'TODO x'],
  [
    `TODO ${FENCE}`,
    { deadline: on(20261124) },
    `TODO\nDEADLINE: <2026-11-24 Tue>\n${FENCE}`, // a date in the code would be words
  ],
  [
    'x',
    { marker: 'LATER', priority: 'B', scheduled: on(20261120), deadline: on(20261121) },
    'LATER [#B] x\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-21 Sat>',
  ],
])('[A3.1] %j with %j is %j', (content, edit, expected) => expect(editTask(content, edit)).toBe(expected))

const date = fc.option(
  fc.record({
    day: fc.constantFrom(20261120, 20240229, 99991231),
    rest: fc.constantFrom('', '10:00', '.+1w', '9:05 ++2m -3d'),
  }),
)
const anyEdit: fc.Arbitrary<TaskEdit> = fc.record(
  {
    marker: fc.option(fc.constantFrom(...MARKERS)),
    priority: fc.option(fc.constantFrom(...PRIORITIES)),
    scheduled: date,
    deadline: date,
  },
  { requiredKeys: [] },
)

const asMark = (kind: DateMark['kind'], mark: TaskEdit['scheduled']) => mark && { kind, ...mark }

test('[A3.1] a task edit sets what it names, and keeps everything else', () => {
  fc.assert(
    fc.property(outlineText, anyEdit, (content, edit) => {
      const { words, quote: _, ...before } = partsOf(parseBlock(content))
      const edited = editTask(content, edit)
      const { words: wordsAfter, quote: _after, ...after } = partsOf(parseBlock(edited))
      expect(after).toEqual({
        ...before,
        ...('marker' in edit && { marker: edit.marker ?? undefined }),
        ...('priority' in edit && { priority: edit.priority ?? undefined }),
        ...('scheduled' in edit && { scheduled: asMark('SCHEDULED', edit.scheduled) ?? undefined }),
        ...('deadline' in edit && { deadline: asMark('DEADLINE', edit.deadline) ?? undefined }),
      })
      expect(wordsAfter.replace(/^[ \t]*>[ \t]*/, '').trim()).toBe(words.replace(/^[ \t]*>[ \t]*/, '').trim())
      expect(editTask(edited, edit)).toBe(edited)
    }),
    { numRuns: 3000 },
  )
})
