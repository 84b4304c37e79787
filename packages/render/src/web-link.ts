/** Links to the web. A browser opens such an address as a page or a letter, never as a script. */
import { escapeHtml } from './escape.ts'

const WEB = /^(?:https?:\/\/|mailto:)/i
/** White space and control characters, which a browser skips at the beginning of an address and in its scheme. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const SKIPPED = /[\u0000-\u0020\u007F-\u00A0]/g
const SCHEME = /^[a-z][a-z\d+.-]*:/i

/** Whether a browser opens the address as a page or a letter. */
export const isWebAddress = (address: string): boolean => WEB.test(address)

/** Whether the address has a scheme, as a browser reads it. */
export const hasScheme = (address: string): boolean => SCHEME.test(address.replace(SKIPPED, ''))

/** @param html the visible content */
export const webLink = (address: string, html: string, kind = 'web', attributes = ''): string =>
  `<a class="${kind}" href="${escapeHtml(address)}" rel="noreferrer noopener"${attributes}>${html}</a>`

const HOST = /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i

/**
 * A picture or a video of another host, as a card that names the host. Nothing of it is loaded before the reader opens it.
 * @param words its words; without any, its address
 * @param picture the HTML of a picture of a video that the account keeps
 */
export function mediaLink(address: string, words: string, kind: 'picture' | 'video', picture = ''): string {
  const host = words === '' ? undefined : HOST.exec(address)?.[1]
  const named = host === undefined ? '' : ` data-host="${escapeHtml(host)}"`
  return webLink(address, picture + escapeHtml(words || addressWords(address)), `web ${kind}`, named)
}

/** The most characters of an address in place of words. */
const LONGEST = 60

/** An address in place of words: its host and its path, without the signs of a request. */
export function addressWords(address: string): string {
  const words = address
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
  return words.length > LONGEST ? `${words.slice(0, LONGEST).toWellFormed()}…` : words
}
