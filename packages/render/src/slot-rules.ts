/** Slots in Markdown: in words each shows its piece, and a piece that fills its lines is a block of its own. */
import type { MarkdownIt, StateBlock, StateCore } from './library.ts'
import { renderingOf } from './rendering.ts'
import { escapeHtml } from './escape.ts'
import { mapSlots, SLOT_OPEN_LINES, slotAt } from './slot.ts'
import { isShownAlone, type Place, slotHtml } from './slot-html.ts'

export function addSlots(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'slot', slotLines, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  markdown.core.ruler.push('shown_alone', unwrapAlone)
  markdown.renderer.rules['slot'] = (tokens, i, _, env) => {
    const one = renderingOf(env)
    return slotHtml(one.slots[Number(tokens[i]!.content)]!, one, 'alone')
  }
  markdown.renderer.rules['text'] = (tokens, i, _, env) => {
    const { content, meta } = tokens[i]!
    const one = renderingOf(env)
    if (one.slots.length === 0) return escapeHtml(content)
    const place = (meta?.['place'] as Place | undefined) ?? 'line'
    return mapSlots(content, escapeHtml, (index) => slotHtml(one.slots[index]!, one, place))
  }
}

function slotLines(state: StateBlock, line: number, _: number, silent: boolean): boolean {
  const at = state.bMarks[line]! + state.tShift[line]!
  if (state.src.charCodeAt(at) !== SLOT_OPEN_LINES) return false
  const slot = slotAt(state.src, at)
  if (!slot) return false
  if (silent) return true
  state.push('slot', '', 0).content = String(slot.index)
  state.line = line + 1
  return true
}

/** Embedded content is no part of a paragraph, so a paragraph of nothing else is left out. */
function unwrapAlone({ tokens, env }: StateCore): void {
  const one = renderingOf(env)
  if (!one.slots.some(({ kind, embedded }) => kind === 'macro' || kind === 'comment' || embedded)) return
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[i - 1]?.type !== 'paragraph_open') continue
    if (!isShownAlone(token.content, one)) continue
    tokens[i - 1]!.hidden = true
    tokens[i + 1]!.hidden = true
    for (const child of token.children ?? []) child.meta = { place: 'alone' satisfies Place }
  }
}
