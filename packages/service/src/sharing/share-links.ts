/**
 * Links from a shared page to others: a name leads to a page only if that page is shared too.
 * @see sharing 2
 */
import { fold, readDay } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import type { Share, Store } from '@notegraph/store'
import { addressWords } from './address-words.ts'

/** Finds the path of a page by its name or alias, or by a day; undefined unless readers may open the page. */
export type LinkTo = (name: string) => string | undefined

/** The path of the pages of readers. */
export const SHARE_PATH = '/s'

/**
 * The path of a shared page.
 *
 * @example
 * shareAddress('k3JvQ0x7TzW2mYb9Rf1LcA') // '/s/k3JvQ0x7TzW2mYb9Rf1LcA'
 */
export const shareAddress = (id: string): string => `${SHARE_PATH}/${id}`

/** The name that Obsidian gives a block. At the end of a text it is in no comment. */
const NAMED = /(?:^|\s)\^([a-z\d-]{1,64})\s*$/i

/**
 * The id of a block that links can name on the page of its readers: a named one or a heading; undefined for others.
 *
 * @param words returns the words of its first line that readers see
 * @example
 * partIdOf('a plank ^4cc75e', words) // 'at-4cc75e'
 */
export function partIdOf(content: string, words: () => string): string | undefined {
  return partId(NAMED.exec(content)?.[1] ?? (/^#{1,6}\s/.test(content) ? words() : ''))
}

function partId(part: string): string | undefined {
  const words = addressWords(part)
  return words === '' ? undefined : `at-${words}`
}

/** As links to pages, also to their parts: `Boat#Hull` is the heading “Hull” of “Boat”. */
export const withParts =
  (pageLink: LinkTo): LinkTo =>
  (name) => {
    const page = /^(.*?[^\s#])#[^\s#]/.exec(name)?.[1]
    const whole = pageLink(name)
    if (whole !== undefined || page === undefined) return whole
    const to = pageLink(page)
    const id = partId(name.slice(name.lastIndexOf('#') + 1))
    return to === undefined || id === undefined ? to : `${to}#${encodeURIComponent(id)}`
  }

/** Names of one page that can lead to it. */
export const MOST_NAMES = 50

/**
 * The links to the shared pages of an account.
 *
 * @param own the link that the reader has; other links without a password come before those with one
 * @example
 * ```ts
 * const linkTo = await shareLinks(store, share.accountId, Date.now(), share)
 * ```
 */
export async function shareLinks(store: Store, accountId: string, now: number, own?: Share): Promise<LinkTo> {
  const { pages } = store.graph(accountId)
  const byPage = new Map<string, Share>()
  const open = await store.shares.listOpen(accountId, now)
  const ranked = [...open.filter(isLocked), ...open.filter((one) => !isLocked(one)), ...(own ? [own] : [])]
  for (const share of ranked) byPage.set(share.pageId, share)
  const byName = new Map<string, Share>()
  for (const share of byPage.values()) {
    const page = await pages.find(share.pageId)
    if (!page) continue
    const { aliases } = JSON.parse(page.view) as { readonly aliases: readonly string[] }
    for (const name of [page.name, ...aliases.slice(0, MOST_NAMES)].map(fold))
      // Another page may own a name that is an alias of this one.
      if ((await pages.findByName(name))?.id === page.id) byName.set(name, share)
  }
  const shareOf = (name: string): Share | undefined => {
    const day = readDay(name)
    const journal = day === undefined ? undefined : byPage.get(journalId(day))
    return journal ?? byName.get(fold(name.trim()))
  }
  return withParts((name) => {
    const share = shareOf(name)
    return share && shareAddress(share.id)
  })
}

const isLocked = ({ password }: Share): boolean => password !== undefined
