/**
 * Deletions at the end of a pull. A full pull deletes the records that it did not contain. The device applies all
 * deletions together, or asks the user first.
 *
 * @see sync, The device's rules 6
 */
import { SYNC_LIMITS } from '../limits.ts'
import { SERVER } from './origin.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { pagesOf, type Local } from './local.ts'
import { keptUnseen, resendAll } from './resend.ts'
import { overlay } from './overlay.ts'

/** Deleting most of a graph with at least this many records needs permission. */
const LARGE = 100
const MOST_DELETED = 0.9

/**
 * Applies the deletions.
 *
 * @returns `false` if the user must allow them first
 */
export async function finishPull(core: Core): Promise<boolean> {
  if (core.meta.full) await handleUnnamed(core)
  const doomed = await core.store.count('doomed')
  const { live, allowed } = core.meta
  if (live >= LARGE && doomed >= live * MOST_DELETED && !allowed) return false
  for (let left = doomed; left > 0; left -= SYNC_LIMITS.pullRecords) await core.write(applyDeletions, SERVER)
  if (core.meta.full || allowed) await core.write(async (draft) => draft.unset('full', 'pulled', 'allowed'))
  return true
}

/** Finds records that a full pull did not contain. */
async function handleUnnamed(core: Core): Promise<void> {
  const { pass } = core.meta
  for await (const batch of core.store.scan()) {
    const ids = batch.filter((local) => local.pass < pass).map(({ record }) => record.id)
    if (ids.length === 0) continue
    await core.write(async (draft) => {
      for (const local of await draft.getAll(ids)) if (local && local.pass < pass) unnamed(draft, local)
    }, SERVER)
  }
}

function unnamed(draft: Draft, local: Local): void {
  const { full, pass } = draft.meta
  const { record } = local
  draft.touch(pagesOf(record))
  const back = full === 'lost' ? keptUnseen(local) : local
  if (back !== local) draft.put({ ...resendAll(back, draft.nextEdit()), pass })
  else if (record.deleted !== undefined) draft.remove(record.id)
  else if (full === 'lost' || isTyped(local)) draft.put({ ...resendAll(local, draft.nextEdit()), pass })
  else draft.put({ ...local, fate: { record: null }, pass })
}

/**
 * Whether a person edited the record here in a way that the server may not know. A move alone does not save a deleted
 * record.
 */
const isTyped = ({ record, dirty }: Local): boolean =>
  record.kind === 'page'
    ? Object.keys(dirty).length > 0
    : dirty['words'] !== undefined || dirty['versions'] !== undefined

/** Deletes as many records as one answer to a pull has, so that apps hear of a long page at once. */
async function applyDeletions(draft: Draft): Promise<void> {
  for (const local of await draft.find('doomed', SYNC_LIMITS.pullRecords)) {
    const { fate, ...rest } = local
    const { record } = local
    draft.touch(pagesOf(record))
    if (fate?.record) draft.put({ ...rest, record: overlay(fate.record, rest) })
    else if (isTyped(rest)) draft.put(resendAll(rest, draft.nextEdit()))
    else draft.remove(record.id)
  }
}
