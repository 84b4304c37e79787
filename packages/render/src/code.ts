/**
 * Code with its words in colors. Long code, and code of an unknown language, is plain. So is a diagram of Mermaid, which the
 * page of a reader draws.
 */
import { escapeHtml } from './escape.ts'
import type { Rendering } from './rendering.ts'

/** Begins the code of a diagram. No text of a note does, since its quotes are escaped. */
export const DIAGRAM = '<div class="diagram">'

/** The most characters of code in colors. */
const LONGEST = 5_000

/** @param info the words after the fence */
export function codeHtml(
  code: string,
  info: string,
  { room, looks }: Pick<Rendering, 'room' | 'looks'>,
): string {
  const language = /^[\w+#-]+/.exec(info.trim())?.[0]
  if (language?.toLowerCase() === 'mermaid') return `${DIAGRAM}${plain(code)}</div>\n`
  if (language === undefined || code.length > Math.min(LONGEST, room.code)) return plain(code, language)
  const colored = looks.code?.(code, language)
  if (colored === undefined) return plain(code, language)
  room.code -= code.length
  return framed(colored, language)
}

const plain = (code: string, language?: string): string => framed(escapeHtml(code), language)

/** A reader can scroll long lines with the keyboard. The class names the language as HTML's standard proposes. */
const framed = (html: string, language: string | undefined): string =>
  `<pre tabindex="0"><code${language === undefined ? '' : ` class="language-${language}"`}>${html}</code></pre>\n`
