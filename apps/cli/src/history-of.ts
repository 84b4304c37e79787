/** The history of an account, for the commands that read and restore it. */
import { randomUUID } from 'node:crypto'
import type { HistoryService } from '@notegraph/service'
import type { Account } from '@notegraph/store'
import type { Run } from './command.ts'

/** @param name the author that the list of changes shows for a restore */
export async function historyOf({ store }: Run, name: string): Promise<HistoryService> {
  const { historyService } = await import('@notegraph/service')
  const by = { tokenId: name, tokenName: name }
  return historyService(store, { clock: Date.now, newId: randomUUID, by })
}

/** The id of a page from its name or day. A deleted page has no name, so any other text is an id. */
export async function pageIdOf({ store }: Run, { id }: Account, page: string): Promise<string> {
  const { findPage } = await import('@notegraph/service')
  const found = await findPage(store.graph(id), page)
  return found.ok ? found.value.id : page
}
