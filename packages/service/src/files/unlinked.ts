/** Imported files that no note links to: lists them, and deletes them on request. */
import type {
  RemoveFilesAnswer,
  UnlinkedFileList,
  WindowQuery,
  UnlinkedFile as View,
} from '@notegraph/contract'
import type { Account, Blobs, Store, UnlinkedFile } from '@notegraph/store'
import { planAt } from '../plan.ts'
import { ok, refuse, type Result } from '../refusal.ts'

const WHY = 'Imported, and not linked.'

const viewOf = ({ id, name, path, type, size, createdAt }: UnlinkedFile): View => ({
  id,
  name,
  ...(path !== undefined && { path }),
  type,
  size,
  createdAt,
  why: WHY,
})

export async function listUnlinked(
  store: Store,
  { id }: Account,
  { limit, offset }: WindowQuery,
): Promise<UnlinkedFileList> {
  const all = (await store.graph(id).files.listUnlinked()).filter(({ belongs }) => !belongs)
  const files = all.slice(offset, offset + limit).map(viewOf)
  const end = offset + files.length
  return { files, total: all.length, next: files.length > 0 && end < all.length ? end : null }
}

/** @returns the deleted files, or 402 in grace as for any write */
export async function removeUnlinked(
  store: Store,
  blobs: Blobs,
  account: Account,
  ids: readonly string[],
  now: number,
): Promise<Result<RemoveFilesAnswer>> {
  const plan = planAt(account, now)
  if (plan !== 'active') return refuse({ code: 'payment_required', ...(plan === 'grace' && { why: plan }) })
  const graph = store.graph(account.id)
  const gone = await graph.files.removeUnlinked(ids)
  for (const { hash } of gone)
    await blobs.remove(account.id, hash, async () => (await graph.files.findByHash(hash)) !== undefined)
  const removed = new Set(gone.map(({ id }) => id))
  return ok({
    removed: [...removed],
    left: [...new Set(ids)].filter((id) => !removed.has(id)),
  })
}
