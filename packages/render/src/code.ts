/** Code with its words in colors. Long code, and code of an unknown language, is plain. */
import { escapeHtml } from './escape.ts'
import { createHighlighter, type Highlighter } from './highlighter.mjs'

/** The most characters of code in colors. */
const LONGEST = 5_000

let made: Highlighter | undefined

/** @param info the words after the fence @param room the characters that the page may still spend on colors */
export function codeHtml(code: string, info: string, room: { code: number }): string {
  const language = /^[\w+#-]+/.exec(info.trim())?.[0]
  if (language === undefined || code.length > Math.min(LONGEST, room.code)) return plain(code)
  made ??= createHighlighter()
  if (!made.getLanguage(language)) return plain(code)
  room.code -= code.length
  return framed(made.highlight(code, { language, ignoreIllegals: true }).value)
}

const plain = (code: string): string => framed(escapeHtml(code))

/** A reader can scroll long lines with the keyboard. */
const framed = (html: string): string => `<pre tabindex="0"><code>${html}</code></pre>\n`
