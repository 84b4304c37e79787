/** Org blocks whose lines are not words: `#+BEGIN_SRC`, `EXAMPLE`, `EXPORT`, `COMMENT` and `QUERY`. */
import { codeHtml } from './code.ts'
import type { Rendering } from './rendering.ts'

const OPENING = /^#\+BEGIN_(\w+)[ \t]*([^\n]*)/i

/** A query in Datalog cannot run on these records. */
const ONLY_LOGSEQ = '<p class="muted small">This query runs in Logseq only.</p>'

/** @param source from `#+BEGIN_…` to `#+END_…` */
export function rawBlockHtml(source: string, one: Rendering): string {
  const [, name = '', info = ''] = OPENING.exec(source) ?? []
  const kind = name.toUpperCase()
  if (kind === 'COMMENT') return ''
  const code = source.split('\n').slice(1, -1).join('\n')
  if (kind === 'QUERY') return one.sources.macro?.(source) ?? codeHtml(code, 'clojure', one) + ONLY_LOGSEQ
  return codeHtml(code, kind === 'SRC' ? info : '', one)
}
