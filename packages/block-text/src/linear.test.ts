import { describe, expect, test } from 'vitest'
import { UUID } from '../test/outline.ts'
import { fileIds, nameFiles, namesFile } from './file.ts'
import { readInput } from './input.ts'
import { parseBlock } from './parse.ts'
import { rewriteBlock } from './rewrite.ts'
import { shownLine, shownText } from './shown.ts'
import { setMarker } from './task.ts'
import { linkedNames, listValues } from './value.ts'

/** Pieces that open something, to be repeated without end. */
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

function timeOf(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

const TIMES = 32
/** One pass takes as many times as long, and more on a machine that is busy; a quadratic scan takes their square, 1,024. */
const TOO_MUCH = 150
/** The machine may pause in any run, so the least of several is taken; as a rule the first says it. */
const TRIES = 20
/** Below it a clock tells noise. */
const LEAST = 0.05

/** How many times longer a text of so many times the length takes. */
function growth(piece: string, units: number, run: (text: string) => void): number {
  const short = piece.repeat(Math.ceil(units / piece.length))
  const long = short.repeat(TIMES)
  run(short)
  const least = { short: Infinity, long: Infinity }
  let ratio = Infinity
  for (let n = 0; n < TRIES && ratio >= TOO_MUCH; n++) {
    least.short = Math.min(
      least.short,
      timeOf(() => run(short)),
    )
    least.long = Math.min(
      least.long,
      timeOf(() => run(long)),
    )
    ratio = least.long / Math.max(least.short, LEAST)
  }
  return ratio
}

describe('time grows with the length', () => {
  test.each(HOSTILE)('[D2.1] a row of %j is read in one pass', (piece) => {
    expect(growth(piece, 5_000, (text) => parseBlock(text))).toBeLessThan(TOO_MUCH)
  })

  test.each(HOSTILE)('[D2.9] a row of %j is written, shown and named in one pass', (piece) => {
    const all = (text: string): void => {
      const block = parseBlock(text)
      shownText(block)
      shownLine(block)
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
    expect(growth(piece, 1_000, all)).toBeLessThan(TOO_MUCH)
  })
})
