/**
 * Pushing: what is dirty goes out in batches, pages first and a block after the one that it stands under, since the
 * server takes a place only where it fits what it holds. Deleted pages go last, once what they held is off them.
 *
 * @see sync, The device's rules 2 and 3
 */
import { SYNC_LIMITS } from '../limits.ts'
import type { PushBody, PushItem, PushResult } from '../message.ts'
import { withVersions } from '../revision.ts'
import { sizeOf } from '../size.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { pagesOf, type Local } from './local.ts'
import { answered, type Sent } from './overlay.ts'

/** A push, and what of each record it holds. */
export interface Batch {
  readonly body: PushBody
  readonly sent: readonly Sent[]
}

/** Room for the body around the records. */
const AROUND = 1_024

/** The next records to push; none when nothing is pending. @param most fewer than all, where so many were too much */
export async function nextBatch(
  core: Core,
  most: number = SYNC_LIMITS.pushRecords,
): Promise<Batch | undefined> {
  const draft = core.read()
  const pages = await draft.find('pending:page', most)
  const blocks = pages.length < most ? await draft.find('pending:block', most - pages.length) : []
  const left = most - pages.length - blocks.length
  const removals = left > 0 ? await draft.find('pending:removal', left) : []
  const locals = [...pages, ...(await parentsFirst(draft, blocks)), ...removals].slice(0, most)
  if (locals.length === 0) return undefined
  const items: PushItem[] = []
  const sent: Sent[] = []
  let size = AROUND
  for (const local of locals) {
    const item = itemOf(local)
    size += sizeOf(item)
    if (items.length > 0 && size > SYNC_LIMITS.pushBytes) break
    items.push(item)
    sent.push({ id: local.record.id, dirty: local.dirty, drops: local.drops })
    if (local.record.kind !== 'page') core.unsent.delete(local.record.words.rev)
  }
  const { epoch = 0, cursor } = core.meta
  return {
    body: { epoch, device: core.device, ...(cursor !== undefined && { cursor }), records: items },
    sent,
  }
}

/** Each block after the one it moves under, which comes along even where it was not among them. */
async function parentsFirst(draft: Draft, blocks: readonly Local[]): Promise<Local[]> {
  const ordered = new Map<string, Local>()
  for (const block of blocks) {
    const chain: Local[] = []
    const met = new Set<string>()
    let at: Local | undefined = block
    while (at && isMoved(at) && !ordered.has(at.record.id) && !met.has(at.record.id)) {
      met.add(at.record.id)
      chain.push(at)
      const parentId: string | null = at.record.kind === 'page' ? null : at.record.place.parentId
      at = parentId === null ? undefined : await draft.get(parentId)
    }
    for (const local of chain.toReversed()) ordered.set(local.record.id, local)
    ordered.set(block.record.id, block)
  }
  return [...ordered.values()]
}

const isMoved = (local: Local): boolean => local.dirty['place'] !== undefined && !local.refused

/** Versions go along only where they are offered: the server has them. */
function itemOf({ record, dirty, seen, drops }: Local): PushItem {
  const groups = Object.keys(dirty).filter((group) => group !== 'drops')
  return {
    record: dirty['versions'] === undefined ? withVersions(record, undefined) : record,
    dirty: groups,
    seen: seen.slice(0, SYNC_LIMITS.seen),
    drops: drops.slice(-SYNC_LIMITS.seen),
  }
}

/** Lands the answer to a batch. */
export async function landAnswer(core: Core, { sent }: Batch, results: readonly PushResult[]): Promise<void> {
  await core.write(async (draft) => {
    const locals = await draft.getAll(sent.map(({ id }) => id))
    for (const [i, one] of sent.entries()) {
      const [local, result] = [locals[i], results[i]]
      if (!local || result?.id !== one.id) continue
      const next = answered(local, one, result)
      draft.put(next)
      draft.touch(pagesOf(next.record))
    }
  })
}
