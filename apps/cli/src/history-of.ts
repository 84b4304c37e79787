/** The history of an account, for the commands that read and restore it. */
import type { HistoryService } from '@notegraph/service'
import type { Account } from '@notegraph/store'
import type { Run } from './command.ts'

/** @param name the author that the list of changes shows for a restore */
export async function historyOf({ store, settings }: Run, name: string): Promise<HistoryService> {
  const { originOf } = await import('@notegraph/host')
  const { historyService } = await import('@notegraph/service')
  const by = { tokenId: name, tokenName: name }
  const origin = originOf(settings)
  const deps = { clock: Date.now, newId: () => crypto.randomUUID(), ...(origin !== undefined && { origin }) }
  return historyService(store, { ...deps, by })
}

/**
 * The id of a page from its name or day, such as `today` in the zone of the account. A deleted page has no name, so any other
 * text is an id. A deleted day keeps its id.
 */
export async function pageIdOf({ store, now }: Run, { id, zone }: Account, page: string): Promise<string> {
  const { findPageOrDay, zoneOf } = await import('@notegraph/service')
  const { dayAt, journalId } = await import('@notegraph/graph')
  const found = await findPageOrDay(store.graph(id), page, dayAt(now, zoneOf(zone)))
  if (!found.ok) return page
  const { page: there, day } = found.value
  return there?.id ?? journalId(day!)
}
