/** Org blocks with words inside: `#+BEGIN_QUOTE` is a quote, and `#+BEGIN_TIP` and the like are callouts. */
import { calloutOpening, calloutTitle } from './callouts.ts'
import type { MarkdownIt, StateBlock } from './library.ts'

/** A fixed list, so that a text of many names needs no search for each. */
const LINE = /#\+(BEGIN|END)_(QUOTE|CENTER|VERSE|NOTE|TIP|IMPORTANT|WARNING|CAUTION|PINNED)[ \t]*(?=\n|$)/iy

export function addOrgBlocks(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'org_block', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  const { rules } = markdown.renderer
  rules['org_open'] = (tokens, i) => {
    const kind = tokens[i]!.info
    if (kind === 'QUOTE') return '<blockquote>\n'
    if (kind === 'CENTER') return '<div class="center">\n'
    if (kind === 'VERSE') return '<div class="verse">\n'
    return `${calloutOpening(kind)}<p class="callout-title">${calloutTitle(kind)}</p>\n`
  }
  rules['org_close'] = (tokens, i) => (tokens[i]!.info === 'QUOTE' ? '</blockquote>\n' : '</div>\n')
}

/** Ranges of lines without the end of a name, so that many openings take one search. */
interface Searched {
  readonly absent: Map<string, { readonly from: number; readonly to: number }>
}

function readBlock(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const name = nameAt(state, line, 'BEGIN')
  if (name === undefined) return false
  const end = endOf(state, name, line, endLine)
  if (end === undefined) return false
  if (silent) return true
  state.push('org_open', 'div', 1).info = name
  const { lineMax, parentType } = state
  state.lineMax = end
  state.parentType = 'org'
  state.md.block.tokenize(state, line + 1, end)
  state.lineMax = lineMax
  state.parentType = parentType
  state.push('org_close', 'div', -1).info = name
  state.line = end + 1
  return true
}

function nameAt(state: StateBlock, line: number, which: 'BEGIN' | 'END'): string | undefined {
  const at = state.bMarks[line]! + state.tShift[line]!
  if (state.src.charCodeAt(at) !== 0x23) return undefined
  LINE.lastIndex = at
  const [, kind = '', name] = LINE.exec(state.src) ?? []
  return kind.toUpperCase() === which ? name?.toUpperCase() : undefined
}

function endOf(state: StateBlock, name: string, line: number, endLine: number): number | undefined {
  const { absent } = ((state.env as { searched?: Searched }).searched ??= { absent: new Map() })
  const known = absent.get(name)
  if (known && known.from <= line && endLine <= known.to) return undefined
  for (let next = line + 1; next < endLine; next++) if (nameAt(state, next, 'END') === name) return next
  absent.set(name, { from: line, to: endLine })
  return undefined
}
