/**
 * Footnotes: `[^label]`, and `[^label]: words` at the beginning of a line. A footnote is shown where it is written, since
 * the blocks of an outline stay in their places. A reference leads to it if the page has it, also from another block. The words of
 * `^[words]` are shown at the end of its block, with a number; in a line they are in brackets.
 */
import { escapeHtml } from './escape.ts'
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from './library.ts'
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
  markdown.inline.ruler.before('link', 'footnote_inline', readInline)
  markdown.core.ruler.after('inline', 'footnote_inline', placeInline)
  const { rules } = markdown.renderer
  rules['footnote_open'] = (tokens, i, _, env) => {
    const { info: label, content } = tokens[i]!
    const name = content || label
    const { anchored, sources } = renderingOf(env)
    const id = anchored.has(name) ? '' : ` id="${anchor(name, sources)}"`
    anchored.add(name)
    return `<div class="footnote"${id}><span class="label">${escapeHtml(label)}</span>\n`
  }
  rules['footnote_close'] = () => '</div>\n'
  rules['footnote_ref'] = (tokens, i, _, env) => {
    const { info: label, content: name } = tokens[i]!
    return `<sup><a class="note" href="#${anchor(name || label, renderingOf(env).sources)}">${escapeHtml(label)}</a></sup>`
  }
  rules['footnote_inline'] = (tokens, i, _, env) => ` (${markdown.renderInline(tokens[i]!.content, env)})`
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

function readInline(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('^[', state.pos) || state.linkLevel > 0) return false
  const end = state.md.helpers.parseLinkLabel(state, state.pos + 1)
  const words = state.src.slice(state.pos + 2, end).trim()
  if (end < 0 || words === '') return false
  if (!silent) state.push('footnote_inline', '', 0).content = words
  state.pos = end + 1
  return true
}

/** Puts the words of inline footnotes at the end of the block. Those in a footnote come after it. */
function placeInline({ tokens, md, env, inlineMode, Token: Made }: StateCore): void {
  if (inlineMode) return
  const { footnotes, inlineNotes } = renderingOf(env)
  const make = (type: string, tag: string, nesting: -1 | 0 | 1, more: Partial<Token> = {}): Token =>
    Object.assign(new Made(type, tag, nesting), { block: true, ...more })
  for (const { children } of tokens)
    // those that are added are read too
    for (const one of children ?? []) {
      if (one.type !== 'footnote_inline') continue
      do inlineNotes.last++
      while (footnotes.has(String(inlineNotes.last)))
      const { content } = one
      const info = String(inlineNotes.last)
      // In the outliner, each block counts on its own.
      const name = `^${info} ${content
        .slice(0, 40)
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()}`
      Object.assign(one, { type: 'footnote_ref', info, content: name })
      const words = make('inline', '', 0, { content, children: [] })
      md.inline.parse(content, md, env, words.children!)
      tokens.push(
        make('footnote_open', 'div', 1, { info, content: name }),
        make('paragraph_open', 'p', 1),
        words,
        make('paragraph_close', 'p', -1),
        make('footnote_close', 'div', -1),
      )
    }
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
