/** Embeds and queries: `{{embed [[Page]]}}`, `{{embed ((id))}}`, `![[Page]]` and `{{query …}}`. */
import type { Mark } from '@notegraph/block-text'

const EMBED = '{{embed'
const QUERY = '{{query'
const WEB = /\bhttps?:\/\/[^\s"'<>(){}]+/i

/** Whether a link or a block reference shows its target in place. */
export const isEmbedded = (content: string, { start }: Mark): boolean =>
  content.startsWith(EMBED, start) || isAfterBang(content, start)

/** Whether `![[…` begins before `at`. */
export const isAfterBang = (content: string, at: number): boolean =>
  content.charAt(at - 1) === '!' && content.startsWith('[[', at)

/** The name of the page that a link embeds. */
export function embeddedPage(content: string, mark: Mark): string | undefined {
  if (!mark.text || !isEmbedded(content, mark)) return undefined
  return content.slice(mark.text[0], mark.text[1]).trim()
}

/**
 * The query of a `{{query …}}` macro.
 *
 * @example
 * queryIn('{{query (todo TODO)}}') // '(todo TODO)'
 */
export const queryIn = (macro: string): string | undefined =>
  /^\{\{query\s/i.test(macro) && macro.endsWith('}}') ? macro.slice(QUERY.length, -2).trim() : undefined

const YOUTUBE = /^\{\{youtube\s+([\w-]{11})\s*\}\}$/i

/** The web address in a macro such as `{{video https://…}}` or `{{youtube …}}`, which can have the id of a video alone. */
export function addressInMacro(macro: string): string | undefined {
  const id = YOUTUBE.exec(macro)?.[1]
  return id === undefined ? WEB.exec(macro)?.[0] : `https://www.youtube.com/watch?v=${id}`
}
