import { growth, TOO_MUCH } from '@notegraph/example-tests/growth'
import { describe, expect, test } from 'vitest'
import { UUID } from '../test/outline.ts'
import { editTask } from './edit-task.ts'
import { fileIds, nameFiles, namesFile } from './file.ts'
import { readInput } from './input.ts'
import { parseBlock } from './parse.ts'
import { rewriteBlock } from './rewrite.ts'
import { visibleLine, visibleText } from './visible-text.ts'
import { setMarker } from './task.ts'
import { linkedNames, listValues } from './value.ts'

/** Openings to repeat without a closing. */
const HOSTILE = [
  '[',
  '[[',
  '[[a',
  '[[a [',
  '[[a]',
  ']]',
  ']',
  '[a](',
  '[a](<',
  '[a](b "',
  '[a](b ',
  '![x](/api/files/a',
  '](/api/files/a)',
  '[file:',
  'files/',
  '/api/files/',
  'x/../api/./files/',
  '/./',
  '#',
  '#a.',
  '#a;!*',
  '#a#',
  '**#a',
  '_a',
  '==#a',
  '~',
  '*',
  '.',
  '`',
  '`a``b```',
  '`a\n',
  '>`\n',
  '$',
  '$a ',
  '$$ ',
  '$$ \n',
  '((',
  `((${UUID}))`,
  `{{embed ((${UUID}`,
  '{{',
  '{{embed ',
  '<!--',
  'x <!--\n',
  '<a ',
  '<a #b',
  '#a<b',
  '&#3',
  '\\',
  '\\$$',
  'http://',
  '://',
  '> ',
  '- ',
  '1. ',
  '\n',
  '```\n',
  '> ```\n> x\n\n',
  '~~~ ~~~\n',
  '#+BEGIN_SRC\n',
  '#+END_SRC\n',
  ':LOGBOOK:\n',
  ':END:\n',
  'k:: [[\n',
  'tags:: [[a,[[b\n',
  'alias:: a,',
  '::',
  'SCHEDULED: <\n',
  'SCHEDULED: <2026-11-20 Fri>\n',
  'SCHEDULED: 2026-11-20 DEADLINE: ',
  '[[a](b "#x`$<!--{{((',
  '\u0301#',
  'é',
  ' ',
] as const

/** @param units the characters of a short text */
const growthOf = (piece: string, units: number, run: (text: string) => void): number =>
  growth(
    (times) => piece.repeat(Math.ceil(units / piece.length) * times),
    (texts) => {
      for (const text of texts) run(text)
    },
  )

describe('time grows with the length', () => {
  test.each(HOSTILE)('[D2.1] a row of %j is read in one pass', (piece) => {
    expect(growthOf(piece, 5_000, parseBlock)).toBeLessThan(TOO_MUCH)
  })

  test.each(HOSTILE)('[D2.9] a row of %j is written, shown and named in one pass', (piece) => {
    const all = (text: string): void => {
      const block = parseBlock(text)
      visibleText(block)
      visibleLine(block)
      setMarker(text, 'TODO')
      rewriteBlock('TODO old\nkey:: value', text)
      rewriteBlock(text, 'new')
      readInput(text)
      nameFiles(text, () => undefined, 'https://notes.example')
      fileIds(text)
      namesFile(text)
      listValues(text)
      linkedNames(text)
    }
    expect(growthOf(piece, 1_000, all)).toBeLessThan(TOO_MUCH)
  })

  test('[D2.9] a task whose line has a row of blanks is edited in one pass', () => {
    const edit = (text: string): void => void editTask(`TODO [#A] a${text}b`, { priority: null })
    expect(growthOf(' ', 1_000, edit)).toBeLessThan(TOO_MUCH)
  })
})
