/**
 * A block's text as HTML: words and emphasis, links to pages, tags, blocks and the web, code, and badges for the
 * marks of a task. All text of notes goes through `escape`; only this module declares text to be HTML.
 */
import {
  isoDay,
  parseMarks,
  readDay,
  weekday,
  type BlockText,
  type Day,
  type Mark,
} from '@notegraph/block-text'
import { raw } from 'hono/html'
import type { Html } from '../html.ts'
import { emphasis, type Tag } from './emphasis.ts'
import { blockAddress, dayAddress, pageAddress } from './links.ts'

/** The words of referenced blocks, by id; an unknown reference stays as written. */
export type Lines = ReadonlyMap<string, string>

const NO_LINES: Lines = new Map()

/** @param content the content of a block in an answer, with names for files @returns HTML */
export function blockMarkup(content: string, lines: Lines = NO_LINES): string {
  const { block, marks } = parseMarks(content)
  return headHtml(block) + wordsHtml(block, marks, lines) + propertiesHtml(block)
}

/** Text of a property, with working links, tags and addresses. */
export const valueHtml = (value: string): Html => raw(valueMarkup(value))

function valueMarkup(value: string): string {
  const { block, marks } = parseMarks(value)
  return between(block.content, 0, block.content.length, marks, NO_LINES)
}

const SPECIAL = /[&<>"]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(SPECIAL, (mark) => ENTITIES[mark]!)

/** Badges are separate elements, so that the words alone determine the direction of a block. */
function headHtml({ marker, priority, scheduled, deadline }: BlockText): string {
  let html = ''
  if (marker !== undefined) html += `<bdi class="marker ${marker.toLowerCase()}">${marker}</bdi> `
  if (priority !== undefined)
    html += `<bdi class="priority ${priority.toLowerCase()}"><span class="unseen">Priority </span>${priority}</bdi> `
  if (scheduled !== undefined) html += dayBadge('Scheduled', scheduled)
  if (deadline !== undefined) html += dayBadge('Due', deadline)
  return html
}

const dayBadge = (word: string, day: Day): string =>
  `<bdi class="day">${word} <time datetime="${isoDay(day)}">${isoDay(day)} ${weekday(day)}</time></bdi> `

/** The words behind the head, without the lines of properties, dates and drawers. */
function wordsHtml(block: BlockText, marks: readonly Mark[], lines: Lines): string {
  const { content, layout, heading, quote } = block
  const start = layout.head.wordsAt
  const tags = emphasis(content, start, marks)
  const things = inOrder(marks, tags)
  let html = ''
  let at = start
  for (const cut of layout.cuts) {
    if (cut.start >= at) html += between(content, at, cut.start, things, lines)
    at = Math.max(at, cut.end + 1)
  }
  if (at < content.length) html += between(content, at, content.length, things, lines)
  const words = html.replace(/^\s*\n|\s+$/g, '')
  if (words === '') return ''
  const name = quote ? 'blockquote' : 'div'
  const level = heading === undefined ? '' : ` h${heading}`
  return `<${name} class="words${level}">${words}</${name}>`
}

type Thing = Mark | Tag

const placeOf = (thing: Thing): number => ('at' in thing ? thing.at : thing.start)
const inOrder = (marks: readonly Mark[], tags: readonly Tag[]): readonly Thing[] =>
  tags.length === 0 ? marks : [...marks, ...tags].toSorted((a, b) => placeOf(a) - placeOf(b))

function between(content: string, from: number, to: number, things: readonly Thing[], lines: Lines): string {
  let html = ''
  let at = from
  for (const thing of things) {
    const start = placeOf(thing)
    if (start < at) continue
    if (start >= to) break
    html += escape(content.slice(at, start))
    if ('at' in thing) {
      html += thing.html
      at = start + thing.length
    } else {
      html += markHtml(content, thing, lines)
      at = thing.end
    }
  }
  return html + escape(content.slice(at, to))
}

function markHtml(content: string, { kind, start, end, text, id }: Mark, lines: Lines): string {
  const whole = content.slice(start, end)
  const words = text ? content.slice(text[0], text[1]) : whole
  switch (kind) {
    case 'link':
      return pageHtml(words, '')
    case 'tag':
      return pageHtml(words, '#')
    case 'block': {
      const line = id === undefined ? undefined : lines.get(id)
      return line === undefined
        ? `<span class="muted">${escape(whole)}</span>`
        : `<a class="block-ref" href="${escape(blockAddress(id!))}">${escape(line === '' ? '…' : line)}</a>`
    }
    case 'web':
      return webHtml(addressIn(content.slice(text![1], end)), words)
    case 'url':
      return webHtml(whole, whole)
    case 'code':
      return `<code>${escape(whole.replace(/^(`+)([\s\S]*)\1$/, '$2'))}</code>`
    case 'fence':
      return `<pre tabindex="0">${escape(insideFence(whole))}</pre>`
    case 'maths':
    case 'macro':
      return `<code>${escape(whole)}</code>`
    case 'comment':
      return ''
    case 'escape':
      return escape(words)
  }
}

/** A day links to its journal page, which may be empty. */
function pageHtml(name: string, before: '' | '#'): string {
  const day = before === '' ? readDay(name) : undefined
  const to = day === undefined ? pageAddress(name.trim()) : dayAddress(isoDay(day))
  return `<a class="${before === '' ? 'ref' : 'tag'}" href="${escape(to)}">${before}${escape(name)}</a>`
}

/** The address of `](address "title")`. */
const addressIn = (target: string): string =>
  (/^\]*\(\s*(?:<([^>]*)>|(\S*?))(?:\s+["'(][\s\S]*)?\s*\)$/.exec(target) ?? []).slice(1).find(Boolean) ?? ''

/** Only addresses that a browser opens as a page or a letter; any other address stays text. */
const SAFE = /^(?:https?:\/\/|mailto:)/i

const webHtml = (address: string, words: string): string =>
  SAFE.test(address)
    ? `<a class="web" href="${escape(address)}" rel="noreferrer noopener">${escape(words === '' ? address : words)}</a>`
    : escape(words === '' ? address : words)

/** The text between the opening and the closing line of a fence. */
function insideFence(whole: string): string {
  const lines = whole.split('\n')
  const closed = lines.length > 1 && /^[\s>]*(?:`{3,}|~{3,}|#\+END_\w+)\s*$/i.test(lines.at(-1)!)
  return lines.slice(1, closed ? -1 : undefined).join('\n')
}

function propertiesHtml({ properties }: BlockText): string {
  if (properties.length === 0) return ''
  const rows = properties.map(
    ({ key, value }) =>
      `<div><dt><bdi>${escape(key)}</bdi></dt><dd dir="auto">${valueMarkup(value)}</dd></div>`,
  )
  return `<dl class="props">${rows.join('')}</dl>`
}
