/**
 * Where Obsidian keeps its daily notes and how it names them: `.obsidian/daily-notes.json`, whose format is one of
 * moment.js. A part of a format that says no day, month or year, such as a week, is not read.
 */
import { readDay, type Day } from '@notegraph/block-text'
import { readByFormat } from './day-format.ts'
import { isInside, stemOf, trimSlashes } from './path.ts'

export const DAILY_NOTES_PATH = '.obsidian/daily-notes.json'

export interface DailyNotes {
  /** The day of a note, by its path. */
  readonly dayOf: (path: string) => Day | undefined
  /** The day of a link to a note that is not there, in the folder's own format. */
  readonly dayOfLink: (target: string) => Day | undefined
}

const TOKENS = /\[[^\]]*\]|YYYY|MMMM|MMM|MM|M|Do|DD|D|dddd|ddd|[A-Za-z]+|[^]/gu
const OURS: { readonly [token: string]: string } = {
  YYYY: 'yyyy',
  MMMM: 'MMMM',
  MMM: 'MMM',
  MM: 'MM',
  M: 'M',
  Do: 'do',
  DD: 'dd',
  D: 'd',
  dddd: 'EEEE',
  ddd: 'EEE',
}
const LONGEST_SETTINGS = 65_536

/** @param settings the text of `.obsidian/daily-notes.json`; without it, or where it says nothing, names are `YYYY-MM-DD` */
export function dailyNotes(settings: string | undefined): DailyNotes {
  const { folder, format } = readSettings(settings)
  const whole = patternOf(format)
  const last = patternOf(format.slice(format.lastIndexOf('/') + 1))
  const read = (name: string, pattern: string | undefined): Day | undefined =>
    pattern === undefined || name.length > 200 ? undefined : readByFormat(name, pattern)
  return {
    dayOf: (path) => {
      const byName = readDay(stemOf(path))
      if (byName !== undefined || (folder !== '' && !isInside(path, folder))) return byName
      const inFolder = (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.[^./]*$/u, '')
      return read(inFolder, whole) ?? read(stemOf(path), last)
    },
    dayOfLink: (target) => read(target, whole) ?? read(target, last),
  }
}

function readSettings(text: string | undefined): { readonly folder: string; readonly format: string } {
  let said: unknown
  try {
    said = text === undefined || text.length > LONGEST_SETTINGS ? undefined : JSON.parse(text)
  } catch {
    // Settings that are no JSON say nothing.
  }
  const word = (key: string): string => {
    const value = typeof said === 'object' && said !== null ? (said as Record<string, unknown>)[key] : ''
    return typeof value === 'string' ? value.trim() : ''
  }
  return { folder: trimSlashes(word('folder')), format: word('format') || 'YYYY-MM-DD' }
}

/** A format of moment.js in the letters of `day-format.ts`. */
function patternOf(format: string): string | undefined {
  if (format.length > 200 || format.includes("'")) return undefined
  const parts = format.match(TOKENS) ?? []
  const ours = parts.map((part) => {
    if (part.startsWith('[') && part.endsWith(']')) return `'${part.slice(1, -1)}'`
    return OURS[part] ?? (/[A-Za-z]/u.test(part) ? undefined : part)
  })
  return ours.includes(undefined) ? undefined : ours.join('')
}
