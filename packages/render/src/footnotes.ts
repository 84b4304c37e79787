/**
 * Footnotes: `[^label]`, and `[^label]: words` at the beginning of a line. A footnote is shown where it is written, since
 * the blocks of an outline stay in their places. A reference leads to it if the page has it, also from another block.
 */
import { escapeHtml } from './escape.ts'
import type { MarkdownIt, StateBlock, StateInline } from './library.ts'
import { renderingOf } from './rendering.ts'
import type { Sources } from './sources.ts'

const REFERENCE = /\[\^([^\s[\]^]{1,64})\]/y
const DEFINITION = /\[\^([^\s[\]^]{1,64})\]:[ \t]*/y
const EVERY_DEFINITION = /^[ \t>]*\[\^([^\s[\]^]{1,64})\]:/gm

/** Lists the labels of the footnotes in a text. */
export function footnotesIn(text: string): string[] {
  return text.includes('[^') ? Array.from(text.matchAll(EVERY_DEFINITION), ([, label]) => label!) : []
}

export function addFootnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readFootnote, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote_ref', readReference)
  const { rules } = markdown.renderer
  rules['footnote_open'] = (tokens, i, _, env) => {
    const label = tokens[i]!.info
    const { anchored, sources } = renderingOf(env)
    const id = anchored.has(label) ? '' : ` id="${anchor(label, sources)}"`
    anchored.add(label)
    return `<div class="footnote"${id}><span class="label">${escapeHtml(label)}</span>\n`
  }
  rules['footnote_close'] = () => '</div>\n'
  rules['footnote_ref'] = (tokens, i, _, env) =>
    `<sup><a class="note" href="#${anchor(tokens[i]!.info, renderingOf(env).sources)}">${escapeHtml(tokens[i]!.info)}</a></sup>`
}

const anchor = (label: string, { notes = 'note-' }: Sources): string =>
  `${notes}${escapeHtml(encodeURIComponent(label.toWellFormed()))}`

function readReference(state: StateInline, silent: boolean): boolean {
  REFERENCE.lastIndex = state.pos
  const label = REFERENCE.exec(state.src)?.[1]
  if (label === undefined || state.linkLevel > 0) return false
  if (!renderingOf(state.env).footnotes.has(label)) return false
  if (!silent) state.push('footnote_ref', '', 0).info = label
  state.pos = REFERENCE.lastIndex
  return true
}

/** The footnote continues to the end of its paragraph. */
function readFootnote(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const at = state.bMarks[line]! + state.tShift[line]!
  DEFINITION.lastIndex = at
  const label = DEFINITION.exec(state.src)?.[1]
  if (label === undefined) return false
  if (silent) return true
  const head = DEFINITION.lastIndex - at
  let next = line + 1
  while (next < endLine && !state.isEmpty(next) && !startsFootnote(state, next)) next++
  const words = state.getLines(line, next, state.blkIndent, false).trimStart().slice(head)
  state.push('footnote_open', 'div', 1).info = label
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = words.trim()
  inline.children = []
  inline.map = [line, next]
  state.push('paragraph_close', 'p', -1)
  state.push('footnote_close', 'div', -1)
  state.line = next
  return true
}

function startsFootnote(state: StateBlock, line: number): boolean {
  DEFINITION.lastIndex = state.bMarks[line]! + state.tShift[line]!
  return DEFINITION.test(state.src)
}
