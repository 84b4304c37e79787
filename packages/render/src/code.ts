/** Code with its words in colors. Long code, and code of an unknown language, is plain. */
import { escapeHtml } from './escape.ts'
import type { Rendering } from './rendering.ts'

/** The most characters of code in colors. */
const LONGEST = 5_000

/** @param info the words after the fence */
export function codeHtml(
  code: string,
  info: string,
  { room, looks }: Pick<Rendering, 'room' | 'looks'>,
): string {
  const language = /^[\w+#-]+/.exec(info.trim())?.[0]
  if (language === undefined || code.length > Math.min(LONGEST, room.code)) return plain(code)
  const colored = looks.code?.(code, language)
  if (colored === undefined) return plain(code)
  room.code -= code.length
  return framed(colored)
}

const plain = (code: string): string => framed(escapeHtml(code))

/** A reader can scroll long lines with the keyboard. */
const framed = (html: string): string => `<pre tabindex="0"><code>${html}</code></pre>\n`
