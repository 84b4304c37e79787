/**
 * Links to days in the form that a Logseq folder's settings name for its journals' titles. Such a link finds the day's
 * page by its name. Where the folder has no page of that day nothing would say that a day is meant, and so the link is
 * written in the form that every reader knows: `[[2026-11-20]]`.
 *
 * @see decisions 1.2
 */
import { fold, readDay, type Day } from '@notegraph/block-text'
import { TITLE_FORMAT } from './config.ts'
import { readByFormat, writeByFormat } from './day-format.ts'
import { maskCode } from './mask.ts'

const LINK = /(?<=\[\[)[^[\]\n]{1,64}(?=\]\])/gu

/** @param hasPage whether the folder holds the journal page of a day */
export function withDayLinks(text: string, format: string, hasPage: (day: Day) => boolean): string {
  if (!text.includes('[[')) return text
  let out = ''
  let done = 0
  for (const { 0: written, index } of maskCode(text).matchAll(LINK)) {
    const day = titleDay(written, format)
    if (day === undefined || readDay(written) !== undefined || hasPage(day)) continue
    out += text.slice(done, index) + writeByFormat(day, TITLE_FORMAT)
    done = index + written.length
  }
  return out + text.slice(done)
}

/** The day that a page's name says in exactly this form, weekday and all. */
export function titleDay(name: string, format: string | undefined): Day | undefined {
  const day = format === undefined ? undefined : readByFormat(name.trim(), format)
  return day !== undefined && fold(writeByFormat(day, format!)) === fold(name) ? day : undefined
}
