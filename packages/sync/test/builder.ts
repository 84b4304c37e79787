/** Builders of records and pushes for tests, from the few values that a case is about. */
import { makeBlock, makePage, type BlockRecord, type GraphRecord, type PageRecord } from '@notegraph/graph'
import { merge, type MergeEnv, type MergeResult, type Push } from '../src/index.ts'

/** Stamps in tests are small numbers; this is the server's time. */
export const NOW = 1_000

export const block = (
  id: string,
  text: string,
  rest: { rev?: string; at?: number; parentId?: string; pageId?: string; order?: number } = {},
): BlockRecord =>
  makeBlock({
    id,
    content: text,
    rev: rest.rev ?? 'r0',
    pageId: rest.pageId ?? 'p',
    parentId: rest.parentId ?? null,
    order: rest.order ?? 1,
    now: rest.at ?? 100,
  })

export const page = (id: string, name: string, props: Record<string, string> = {}, at = 100): PageRecord =>
  makePage({ id, name, props: Object.entries(props), now: at })

export interface PushRest {
  readonly dirty?: readonly string[]
  readonly seen?: readonly string[]
  readonly drops?: readonly string[]
}

export const pushOf = (record: GraphRecord, { dirty = [], seen = [], drops = [] }: PushRest = {}): Push => ({
  record,
  dirty: new Set(dirty),
  seen: new Set(seen),
  drops: new Set(drops),
})

/** New words of a block, as a device pushes them. */
export const words = (
  held: BlockRecord,
  text: string,
  rev: string,
  at: number,
  seen: readonly string[] = [held.words.rev],
): Push => pushOf({ ...held, words: { text, rev, at } }, { dirty: ['words'], seen })

/** Merges in an environment where every record has its own place. */
export function mergeOne(
  held: GraphRecord | undefined,
  push: Push,
  among: readonly GraphRecord[] = [],
  env: Partial<MergeEnv> = {},
): MergeResult {
  return merge(held, push, {
    now: NOW,
    device: 'dev',
    placeOf: (id) => {
      const record = [...among, ...(held ? [held] : [])].find((one) => one.id === id)
      return record && record.kind !== 'page' ? record.place : undefined
    },
    ...env,
  })
}

/** Returns the merged record; fails if the merge was rejected. */
export function mergedBlock(merged: MergeResult): BlockRecord {
  if (merged.outcome === 'refused' || merged.record.kind !== 'block') throw new Error('no block')
  return merged.record
}
