/** How the elements of Markdown are written: no style on an element, and a page keeps its own first heading. */
import { codeHtml } from './code.ts'
import { escapeHtml } from './escape.ts'
import type { MarkdownIt, Token } from './library.ts'
import { renderingOf } from './rendering.ts'
import { withoutSlots } from './slot.ts'

export function addLooks({ renderer: { rules } }: MarkdownIt): void {
  // A break of the writer's is kept, as in an outline.
  rules['softbreak'] = rules['hardbreak'] = () => '<br>\n'
  rules['hr'] = () => '<hr>\n'

  rules['heading_open'] = (tokens, i, _, env) => {
    const size = Number(tokens[i]!.tag.slice(1))
    const { headings } = renderingOf(env)
    // The title of the page has level 1, and notes may begin with any level: none is left out in between.
    const level = Math.min(size + 1, headings.last + 1)
    headings.last = level
    const element = elementOf(level)
    // A heading is three tokens: its opening, its words and its end.
    tokens[i + 2]!.tag = element
    return `<${element} class="h${size}"${level > 6 ? ` aria-level="${level}"` : ''}>`
  }

  rules['code_inline'] = (tokens, i, _, env) =>
    `<code>${escapeHtml(withoutSlots(tokens[i]!.content, renderingOf(env).slots))}</code>`
  rules['fence'] = (tokens, i, _, env) => {
    const { content, info } = tokens[i]!
    const one = renderingOf(env)
    return codeHtml(withoutSlots(content, one.slots), withoutSlots(info, one.slots), one)
  }

  // A table wider than the page scrolls by itself, with the keyboard too.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['th_open'] = (tokens, i) => cell('th', tokens[i]!)
  rules['td_open'] = (tokens, i) => cell('td', tokens[i]!)
}

const elementOf = (level: number): string => `h${Math.min(level, 6)}`

const ALIGNED = /text-align:(left|center|right)/

function cell(tag: string, { attrs }: Token): string {
  const align = ALIGNED.exec(String(attrs?.find(([name]) => name === 'style')?.[1]))?.[1]
  return align === undefined ? `<${tag}>` : `<${tag} class="${align}">`
}
