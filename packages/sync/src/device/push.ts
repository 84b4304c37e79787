/**
 * Pushing: dirty records go out in batches, pages first, and each block after its parent. The server only accepts a
 * place that fits the records it has. Deleted pages come last, when their blocks are gone.
 *
 * @see sync, The device's rules 2 and 3
 */
import { propOf } from '@notegraph/graph'
import { SYNC_LIMITS } from '../limits.ts'
import type { PushBody, PushItem, PushResult } from '../message.ts'
import { withVersions } from '../revision.ts'
import { relink } from '../files/rename-links.ts'
import { sizeOf } from '../size.ts'
import { SERVER } from './origin.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { INTO, pagesOf, type Local } from './local.ts'
import { answered, type SentRecord } from './overlay.ts'

/** The body of a push, and the groups that it contains of each record. */
export interface Batch {
  readonly body: PushBody
  readonly sent: readonly SentRecord[]
}

/** Bytes of the body without its records. */
const AROUND = 1_024

/**
 * Returns the next batch, or `undefined` if nothing is pending. No edit happens meanwhile: one that replaced words of
 * the batch would take them for unsent.
 *
 * @param most the most records, after a larger batch was rejected
 */
export const nextBatch = async (
  core: Core,
  most: number = SYNC_LIMITS.pushRecords,
): Promise<Batch | undefined> => core.write(async (draft) => batchOf(core, draft, most))

async function batchOf(core: Core, draft: Draft, most: number): Promise<Batch | undefined> {
  const pages = await draft.find('pending:page', most)
  const blocks = pages.length < most ? await draft.find('pending:block', most - pages.length) : []
  const left = most - pages.length - blocks.length
  const removals = left > 0 ? await draft.find('pending:removal', left) : []
  const found = [...pages, ...(await parentsFirst(draft, blocks)), ...removals].slice(0, most)
  if (found.length === 0) return undefined
  const ids = found.map(({ record }) => record.id)
  // A link can be written after the answer to the upload of its file.
  await relink(core, draft, ids)
  const locals = (await draft.getAll(ids)).filter((local) => local !== undefined)
  const items: PushItem[] = []
  const sent: SentRecord[] = []
  let size = AROUND
  for (const local of locals) {
    const item = itemOf(local)
    size += sizeOf(item)
    if (items.length > 0 && size > SYNC_LIMITS.pushBytes) break
    items.push(item)
    sent.push({ id: local.record.id, dirty: local.dirty, drops: local.drops })
    core.sends(local.record)
    if (local.record.kind !== 'page') core.unsent.delete(local.record.words.rev)
  }
  const { epoch = 0, cursor, account } = core.meta
  const pulled = { ...(cursor !== undefined && { cursor }), ...(account !== undefined && { account }) }
  return {
    body: { epoch, device: core.device, ...pulled, records: items },
    sent,
  }
}

/** Sorts each block after the block that it moves under. A dirty parent joins the batch. */
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

/** Versions are only sent to a server that lost them. */
function itemOf({ record, dirty, seen, drops }: Local): PushItem {
  const groups = Object.keys(dirty).filter((group) => group !== 'drops')
  return {
    record: dirty['versions'] === undefined ? withVersions(record, undefined) : record,
    dirty: groups,
    seen: seen.slice(0, SYNC_LIMITS.seen),
    drops: drops.slice(-SYNC_LIMITS.seen),
  }
}

/** Stores the answer to a batch. */
export async function applyAnswer(
  core: Core,
  { sent }: Batch,
  results: readonly PushResult[],
): Promise<void> {
  await core.write(async (draft) => {
    const locals = await draft.getAll(sent.map(({ id }) => id))
    for (const [i, one] of sent.entries()) {
      const [local, result] = [locals[i], results[i]]
      if (!local || result?.id !== one.id) continue
      core.answered(one.id)
      const next = answered(local, one, result)
      if (isNowhere(next, result)) draft.remove(one.id)
      else draft.put(next)
      draft.touch(pagesOf(next.record))
    }
  }, SERVER)
}

/**
 * Whether a record is deleted here and the full server has no such record. Then nobody needs its tombstone. The tombstone
 * of a merged page stays, because it names the page that has its blocks now.
 */
const isNowhere = ({ record, refused }: Local, result: PushResult): boolean =>
  refused?.code === 'quota_full' &&
  result.record === null &&
  record.deleted !== undefined &&
  propOf(record, INTO) === undefined
