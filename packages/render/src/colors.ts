/** Code in colors. */
import { createHighlighter, type Highlighter } from './highlighter.mjs'

let made: Highlighter | undefined

/**
 * The HTML of code with its words in colors; `undefined` for an unknown language.
 *
 * @example
 * colors('let a', 'js') // '<span class="hljs-keyword">let</span> a'
 */
export function colors(code: string, language: string): string | undefined {
  made ??= createHighlighter()
  if (!made.getLanguage(language)) return undefined
  return made.highlight(code, { language, ignoreIllegals: true }).value
}
