import { describe, expect, test } from 'vitest'
import { UUID } from '../test/outline.ts'
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

/** The processor time of this thread in milliseconds, so that other programs do not matter. */
function timeOf(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const TIMES = 32
/** One pass takes as long over one long text as over as many short ones; a quadratic scan takes 32 times as long. */
const TOO_MUCH = 6
/** So many of the short texts are read; their time counts as that of all. */
const SAMPLE = 8
/** Garbage collection can slow any run, so the fastest of several counts. The first run usually decides. */
const TRIES = 20
/** Shorter times, in milliseconds, are noise. */
const LEAST = 4

/**
 * The ratio of the times for one text of 32 times the length and for 32 short ones. A long text that is read faster than
 * the noise allows needs no comparison: its ratio is no larger than the one returned.
 */
function growth(piece: string, units: number, run: (text: string) => void): number {
  const short = piece.repeat(Math.ceil(units / piece.length))
  const long = short.repeat(TIMES)
  const least = { short: Infinity, long: Infinity }
  const measure = (text: string, times: number): number =>
    timeOf(() => {
      for (let i = 0; i < times; i++) run(text)
    })
  let ratio = Infinity
  for (let n = 0; n < TRIES && ratio >= TOO_MUCH; n++) {
    least.long = Math.min(least.long, measure(long, 1))
    if (least.long < TOO_MUCH * LEAST) return least.long / LEAST
    least.short = Math.min(least.short, measure(short, SAMPLE) * (TIMES / SAMPLE))
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
    expect(growth(piece, 1_000, all)).toBeLessThan(TOO_MUCH)
  })
})
