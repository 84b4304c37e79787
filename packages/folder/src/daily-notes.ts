/**
 * Obsidian's settings of daily notes, `.obsidian/daily-notes.json`: their folder and the format of their names, in the
 * syntax of moment.js. A format with parts other than day, month and year, such as a week, is ignored.
 */
import { readDay, type Day } from '@notegraph/block-text'
import { readByFormat } from './day-format.ts'
import { isObject, parseObject, type JsonObject } from './json-object.ts'
import { isInside, stemOf, trimSlashes } from './path.ts'

/** The path of the settings. */
export const DAILY_NOTES_PATH = '.obsidian/daily-notes.json'
/** The path of the settings of the plugin Periodic Notes, which count if its daily notes are enabled. */
export const PERIODIC_NOTES_PATH = '.obsidian/plugins/periodic-notes/data.json'

/** The days of daily notes. */
export interface DailyNotes {
  /** The folder of daily notes; empty if the settings name none. */
  readonly folder: string
  /** Returns the day of a note by its path. */
  readonly dayOf: (path: string) => Day | undefined
  /** Returns the day of a link in the folder's own format, for a note that does not exist. */
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

/**
 * Reads the settings of daily notes.
 *
 * @param settings the text of the file; by default, names have the format `YYYY-MM-DD`
 */
export function dailyNotes(settings: string | undefined): DailyNotes {
  const { folder, format } = readSettings(settings)
  const whole = patternOf(format)
  const last = patternOf(format.slice(format.lastIndexOf('/') + 1))
  const read = (name: string, pattern: string | undefined): Day | undefined =>
    pattern === undefined || name.length > 200 ? undefined : readByFormat(name, pattern)
  return {
    folder,
    dayOf: (path) => {
      const byName = readDay(stemOf(path))
      if (byName !== undefined || (folder !== '' && !isInside(path, folder))) return byName
      const inFolder = (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.[^./]*$/u, '')
      return read(inFolder, whole) ?? read(stemOf(path), last)
    },
    dayOfLink: (target) => read(target, whole) ?? read(target, last),
  }
}

/** Returns the settings of daily notes as the plugin Periodic Notes has them, unless it has none that count. */
export function periodicNotes(text: string | undefined): string | undefined {
  const daily = settingsIn(text)?.['daily']
  return isObject(daily) && daily['enabled'] === true ? JSON.stringify(daily) : undefined
}

/** Settings that are not JSON are ignored. */
const settingsIn = (text: string | undefined): JsonObject | undefined =>
  text === undefined || text.length > LONGEST_SETTINGS ? undefined : parseObject(text)

function readSettings(text: string | undefined): { readonly folder: string; readonly format: string } {
  const said = settingsIn(text)
  const word = (key: string): string => {
    const value = said?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  return { folder: trimSlashes(word('folder')), format: word('format') || 'YYYY-MM-DD' }
}

/** Converts a format of moment.js to the letters of `day-format.ts`. */
function patternOf(format: string): string | undefined {
  if (format.length > 200 || format.includes("'")) return undefined
  const parts = format.match(TOKENS) ?? []
  const ours = parts.map((part) => {
    if (part.startsWith('[') && part.endsWith(']')) return `'${part.slice(1, -1)}'`
    return OURS[part] ?? (/[A-Za-z]/u.test(part) ? undefined : part)
  })
  return ours.includes(undefined) ? undefined : ours.join('')
}
