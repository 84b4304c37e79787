/**
 * Links to days in the format of a Logseq folder's journal titles. Such a link finds the journal page by its name. If
 * the folder has no page of that day, the link would lose its meaning. It is then written in the format that all
 * readers know: `[[2026-11-20]]`.
 *
 * @see decisions 1.2
 */
import { fold, readDay, type Day } from '@notegraph/block-text'
import { TITLE_FORMAT } from './config.ts'
import { readByFormat, writeByFormat } from './day-format.ts'
import { maskCode } from './code-mask.ts'

const LINK = /(?<=\[\[)[^[\]\n]{1,64}(?=\]\])/gu

/**
 * Rewrites the links to days without a journal page.
 *
 * @param keeps whether a link stays, because the folder has the journal page of its day
 */
export function withDayLinks(
  text: string,
  format: string,
  keeps: (day: Day, written: string) => boolean,
): string {
  if (!text.includes('[[')) return text
  let out = ''
  let done = 0
  for (const { 0: written, index } of maskCode(text).matchAll(LINK)) {
    const day = titleDay(written, format)
    if (day === undefined || readDay(written) !== undefined || keeps(day, written)) continue
    out += text.slice(done, index) + writeByFormat(day, TITLE_FORMAT)
    done = index + written.length
  }
  return out + text.slice(done)
}

/** Reads a page's name that has exactly this format, weekday included. */
export function titleDay(name: string, format: string | undefined): Day | undefined {
  const day = format === undefined ? undefined : readByFormat(name.trim(), format)
  return day !== undefined && fold(writeByFormat(day, format!)) === fold(name) ? day : undefined
}
