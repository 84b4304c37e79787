/** Org blocks whose lines are not words: `#+BEGIN_SRC`, `EXAMPLE`, `EXPORT`, `COMMENT` and `QUERY`. */
import { codeHtml } from './code.ts'
import type { Rendering } from './rendering.ts'

const OPENING = /^#\+BEGIN_(\w+)[ \t]*([^\n]*)/i

/** @param source from `#+BEGIN_…` to `#+END_…` */
export function rawBlockHtml(source: string, { room }: Rendering): string {
  const [, name = '', info = ''] = OPENING.exec(source) ?? []
  const kind = name.toUpperCase()
  if (kind === 'COMMENT') return ''
  const code = source.split('\n').slice(1, -1).join('\n')
  return codeHtml(code, kind === 'SRC' ? info : kind === 'QUERY' ? 'clojure' : '', room)
}
