/** The rule of a site, as its owner sends it. @see sharing 3, 5 */
import { LIMITS, type ChangeSite } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import type { GraphStore, SiteRule } from '@notegraph/store'
import { settledRule } from '../meant-pages.ts'
import { readTag } from '../page-filter.ts'
import { readQuery } from '../read-query.ts'
import { badRequest, ok, type Result } from '../refusal.ts'
import { readHost } from './site-host.ts'
import { readLook } from './site-look.ts'
import { pageToShare } from './page-to-share.ts'

/** The rule of a new site before its body is read. */
export const NO_RULE: SiteRule = { pages: [], journals: false }

/**
 * Applies a body to a rule. Members that it leaves out stay, and `null` removes one.
 * @returns 404 for an unknown page, 400 for an invalid query, a name without a letter, or a rule that selects nothing
 */
export async function readRule(
  graph: GraphStore,
  held: SiteRule,
  sent: Omit<ChangeSite, 'title'>,
): Promise<Result<SiteRule>> {
  const pages = sent.pages === undefined ? ok(held.pages) : await idsOf(graph, sent.pages)
  if (!pages.ok) return pages
  const first = typeof sent.start === 'string' ? await pageToShare(graph, sent.start) : undefined
  if (first?.ok === false) return first
  const order = sent.navigation ? await idsOf(graph, sent.navigation) : undefined
  if (order?.ok === false) return order
  const tag = typeof sent.tag === 'string' ? readTag('tag', sent.tag) : ok(kept(sent.tag, held.tag))
  if (!tag.ok) return tag
  const except =
    typeof sent.except === 'string' ? readTag('except', sent.except) : ok(kept(sent.except, held.except))
  if (!except.ok) return except
  const query = kept(sent.query, held.query)
  const lang = typeof sent.lang === 'string' ? readLang(sent.lang) : ok(kept(sent.lang, held.lang))
  if (!lang.ok) return lang
  if (typeof sent.query === 'string') {
    const read = readQuery(sent.query, 'query')
    if (!read.ok) return read
  }
  const hosts = sent.hosts ? readHosts(sent.hosts) : ok(kept(sent.hosts, held.hosts))
  if (!hosts.ok) return hosts
  const look = sent.look ? await readLook(graph, sent.look) : ok(kept(sent.look, held.look))
  if (!look.ok) return look
  const type = kept(sent.type, held.type)
  const start = first ? first.value.id : kept(sent.start, held.start)
  const navigation = order ? order.value : kept(sent.navigation, held.navigation)
  if (pages.value.length === 0 && (tag.value ?? type ?? query) === undefined) return NOTHING
  const rule = {
    pages: pages.value,
    ...(tag.value !== undefined && { tag: tag.value }),
    ...(type !== undefined && { type }),
    ...(query !== undefined && { query }),
    journals: sent.journals ?? held.journals,
    ...(except.value !== undefined && { except: except.value }),
    ...(start !== undefined && { start }),
    ...(navigation !== undefined && navigation.length > 0 && { navigation }),
    ...(lang.value !== undefined && { lang: lang.value }),
    ...(look.value && Object.keys(look.value).length > 0 && { look: look.value }),
    ...(hosts.value !== undefined && hosts.value.length > 0 && { hosts: hosts.value }),
    ...(held.meant && { meant: held.meant }),
  }
  return ok(await settledRule(graph, rule))
}

const NOTHING = badRequest('A site needs pages, a tag, a type or a query.')

/** `null` removes a member, and a member that was left out stays. */
const kept = <T>(sent: T | null | undefined, held: T | undefined): T | undefined =>
  sent === null ? undefined : (sent ?? held)

/** The ids of pages, each once. */
async function idsOf(graph: GraphStore, named: readonly string[]): Promise<Result<readonly string[]>> {
  const ids = new Set<string>()
  for (const name of named) {
    const page = await pageToShare(graph, name)
    if (!page.ok) return page
    ids.add(page.value.id)
  }
  return ok([...ids])
}

/** Hosts, each once. */
function readHosts(sent: readonly string[]): Result<readonly string[]> {
  const hosts = new Set<string>()
  for (const one of sent) {
    const host = readHost(one)
    if (host === undefined) return badRequest(`hosts takes names such as garden.example, not ${quote(one)}.`)
    hosts.add(host)
  }
  return ok([...hosts])
}

/** A language tag in its usual spelling, such as `pt-BR` for `PT-br`. */
function readLang(sent: string): Result<string> {
  const fault = badRequest(`lang takes a language tag such as en, de or pt-BR, not ${quote(sent)}.`)
  if (sent.length > LIMITS.siteLang) return fault
  try {
    return ok(new Intl.Locale(sent).toString())
  } catch {
    return fault
  }
}
