/** The end of all access to an account, in words. */
import { counted } from '@notegraph/graph'
import type { EndedAccess } from '@notegraph/store'

const WORDS = [
  ['browsers', 'browser'],
  ['devices', 'device'],
  ['apps', 'app'],
  ['links', 'sign-in link'],
  ['tokens', 'token'],
  ['shares', 'shared page'],
  ['sites', 'site'],
] as const

/**
 * Says what ended.
 *
 * @returns undefined if nothing did
 * @example
 * ```ts
 * endedWords({ browsers: 2, devices: 0, apps: 1, links: 0, tokens: 0, shares: 0, sites: 0 }) // '2 browsers, 1 app'
 * ```
 */
export function endedWords(ended: EndedAccess): string | undefined {
  const parts = WORDS.filter(([what]) => ended[what] > 0).map(([what, word]) => counted(ended[what], word))
  return parts.length === 0 ? undefined : parts.join(', ')
}
