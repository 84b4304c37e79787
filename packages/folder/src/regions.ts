/**
 * Regions whose lines are not outline syntax, so that a `- ` in them begins no block. These are fenced code,
 * `#+BEGIN_X` to `#+END_X`, drawers and display maths. Among notes, comments (`<!-- … -->`, `%% … %%`) and `<pre>`
 * count too. A region must have an end further down; only fenced code among notes goes on to the end of the note if
 * nothing closes it. All ends are collected once, so any number of openings takes one pass.
 */
import type { Habit } from './habit.ts'

const FENCE = /^(`{3,}|~{3,})([^\n]*)$/u
const BEGIN = /^#\+begin_(\S{1,64})/iu
/** Matches every line that can close a region, and few others. */
const MAY_CLOSE = /^\s*(?:`{3}|~{3}|#\+end_|:end:)|\$\$/iu
const END = /^#\+end_(\S{1,64})/iu
/** Longer fences count as this long. */
const LONGEST_FENCE = 16
/** The same among notes. */
const MAY_CLOSE_NOTES = /^\s*(?:`{3}|~{3}|#\+end_|:end:)|\$\$|-->|%%|<\/(?:pre|script|style|textarea)>/iu
const RAW_HTML = /^<(pre|script|style|textarea)(?=[\s>]|$)/iu
const RAW_HTML_END = /<\/(pre|script|style|textarea)>/giu
const BULLET = /^[-*+](?:\s|$)/u

/** Returns a function that finds the end of a region. */
export function regionFinder(
  lines: readonly string[],
  habit: Habit = 'logseq',
): (index: number, opening: string) => number | undefined {
  const isNotes = habit === 'notes'
  const mayClose = isNotes ? MAY_CLOSE_NOTES : MAY_CLOSE
  const ends = new Map<string, number[]>()
  const note = (key: string, index: number): void => {
    const places = ends.get(key)
    if (places) places.push(index)
    else ends.set(key, [index])
  }
  lines.forEach((line, index) => {
    if (!mayClose.test(line)) return
    for (const key of closes(line.trim())) note(key, index)
    if (isNotes) for (const key of closesNotes(line)) note(key, index)
  })
  /**
   * @param opening the line `index` without bullet and indent
   * @returns the index of the region's last line
   */
  return (index, opening) => {
    if (ends.size === 0 && !isNotes) return undefined
    const line = opening.trim()
    const key = opens(line) ?? (isNotes ? opensNotes(line) : undefined)
    if (key === undefined) return undefined
    const places = ends.get(key)
    const end = places && firstAfter(places, index)
    return end ?? (isNotes && FENCE.test(line) ? lines.length - 1 : undefined)
  }
}

function opens(line: string): string | undefined {
  const fence = FENCE.exec(line)
  if (fence) {
    const [, run = '', info = ''] = fence
    return run.startsWith('`') && info.includes('`') ? undefined : fenceKey(run[0]!, run.length)
  }
  const begin = BEGIN.exec(line)
  if (begin) return `end_${begin[1]!.toLowerCase()}`
  if (/^:logbook:$/iu.test(line)) return ':end:'
  return line.startsWith('$$') && !line.includes('$$', 2) ? '$$' : undefined
}

function opensNotes(line: string): string | undefined {
  if (line.startsWith('<!--')) return line.includes('-->', 4) ? undefined : '-->'
  if (line.startsWith('%%')) return line.includes('%%', 2) ? undefined : '%%'
  const tag = RAW_HTML.exec(line)?.[1]?.toLowerCase()
  if (tag === undefined) return undefined
  const end = `</${tag}>`
  return line.toLowerCase().includes(end) ? undefined : end
}

function closesNotes(line: string): string[] {
  const keys = Array.from(line.matchAll(RAW_HTML_END), ([end]) => end.toLowerCase())
  if (line.includes('-->')) keys.push('-->')
  if (line.includes('%%')) keys.push('%%')
  return keys
}

function closes(line: string): string[] {
  const fence = FENCE.exec(line)
  if (fence) {
    const [, run = '', rest = ''] = fence
    if (rest.trim() !== '') return []
    const keys: string[] = []
    for (let length = 3; length <= Math.min(run.length, LONGEST_FENCE); length++)
      keys.push(fenceKey(run[0]!, length))
    return keys
  }
  const end = END.exec(line)
  if (end) return [`end_${end[1]!.toLowerCase()}`]
  if (/^:end:$/iu.test(line)) return [':end:']
  return line.includes('$$') && !BULLET.test(line) ? ['$$'] : []
}

const fenceKey = (sign: string, length: number): string => `${sign}${Math.min(length, LONGEST_FENCE)}`

function firstAfter(places: readonly number[], index: number): number | undefined {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! > index) high = middle
    else low = middle + 1
  }
  return places[low]
}
