/**
 * Gives a page another name, in one change: the references to the old name become references to the new one. A page can also
 * keep its old name as an alias, or become part of the page that has the new name.
 * @see assistants 10.3
 */
import { listValues } from '@notegraph/block-text'
import {
  heldProp,
  isOwnersKey,
  keysInOrder,
  moveTo,
  nameOf,
  PAGE_NAME,
  propText,
  remove,
  renamedValues,
  reword,
  setProps,
  withAliases,
  type BlockRecord,
  type PageRecord,
  type RenamedValue,
} from '@notegraph/graph'
import type { ItemChange, Put, VersionedRecord } from '@notegraph/store'
import { INTO, renamePageIn } from '@notegraph/sync'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'
import type { HeldBlock, PageOutline } from './trees.ts'

export type HeldPage = VersionedRecord<PageRecord>

/** The blocks and pages that a new name changes. */
export interface Rewritten {
  /** The blocks, and each as it is then. */
  readonly blocks: readonly (readonly [HeldBlock, BlockRecord])[]
  readonly pages: ReadonlyMap<HeldPage, readonly RenamedValue[]>
}

/** A new name for a page. */
export interface Renamed {
  readonly page: HeldPage
  readonly to: string
}

/** Those of the blocks whose text the new name changes, and each as it is then. */
export function rewrittenBlocks(
  blocks: readonly HeldBlock[],
  { page, to }: Renamed,
  { now, newId }: WriteContext,
): Rewritten['blocks'] {
  const from = nameOf(page.record)
  return blocks.flatMap((held) => {
    const { text } = held.record.words
    const content = renamePageIn(text, from, to)
    return content === text ? [] : [[held, reword(held.record, content, newId(), now)] as const]
  })
}

/** Those of the pages whose properties the new name changes, with the changes. */
export function rewrittenPages(pages: readonly HeldPage[], { page, to }: Renamed): Rewritten['pages'] {
  const from = nameOf(page.record)
  return new Map(
    pages.flatMap((held) => {
      const changed = renamedValues(held.record, from, to)
      return changed.length === 0 ? [] : [[held, changed] as const]
    }),
  )
}

/** The edit that renames a page. */
export function renamePage(
  renamed: Renamed,
  references: Rewritten,
  keepsAlias: boolean,
  context: WriteContext,
): Edit {
  const { page, to } = renamed
  const from = nameOf(page.record)
  const values = new Map<HeldPage, RenamedValue[]>([
    [page, [[PAGE_NAME, heldProp(page.record, PAGE_NAME)?.v ?? null, to]]],
  ])
  for (const [held, changed] of keepsAlias ? [] : references.pages)
    values.set(held, [...(values.get(held) ?? []), ...changed])
  if (keepsAlias) values.get(page)!.push(withAliases(page.record, to, [from]))
  const edits = editsOf(values, context.now)
  for (const [held, after] of keepsAlias ? [] : references.blocks) {
    edits.puts.push({ record: after, from: held.seq })
    edits.touched.push({ kind: 'block', id: after.id, before: held.record, after })
  }
  return { ...edits, summary: `Renamed ${named(from)} to ${named(to)}`, page: to, pageId: page.record.id }
}

function editsOf(
  values: ReadonlyMap<HeldPage, readonly RenamedValue[]>,
  now: number,
): { readonly puts: Put[]; readonly touched: ItemChange[] } {
  const puts: Put[] = []
  const touched: ItemChange[] = []
  for (const [{ record, seq }, changed] of values) {
    const real = changed.filter(([, before, after]) => JSON.stringify(before) !== JSON.stringify(after))
    if (real.length === 0) continue
    puts.push({
      record: setProps(
        record,
        real.map(([key, , after]) => [key, after]),
        now,
      ),
      from: seq,
    })
    for (const [key, before, after] of real)
      touched.push({ kind: 'property', id: record.id, key, before, after })
  }
  return { puts, touched }
}

/** The edit that makes a page part of another one: its blocks go to the end there, and its names are aliases there. */
export function mergePage(
  page: HeldPage,
  into: HeldPage,
  blocks: PageOutline,
  last: number | undefined,
  { now }: WriteContext,
): Edit {
  const { record } = page
  const aliases = heldProp(record, 'alias')?.v ?? null
  const names = [nameOf(record), ...(aliases === null ? [] : listValues(propText(aliases)))]
  const values: RenamedValue[] = [withAliases(into.record, nameOf(into.record), names)]
  for (const key of keysInOrder(record.props)) {
    const value = record.props[key]!.v
    if (
      !isOwnersKey(key) ||
      key === 'alias' ||
      value === null ||
      (heldProp(into.record, key)?.v ?? null) !== null
    )
      continue
    values.push([key, null, value])
  }
  const { puts, touched } = editsOf(new Map([[into, values]]), now)
  const first = blocks.blocks.find(({ depth }) => depth === 0)?.record.place.order ?? 0
  const shift = last === undefined || first > last ? 0 : last - first + 1
  for (const { record: block, seq, depth } of blocks.blocks) {
    const { parentId, order } = block.place
    const place = depth === 0 ? { parentId: null, order: order + shift } : { parentId, order }
    const after = moveTo(block, { ...place, pageId: into.record.id }, now)
    puts.push({ record: after, from: seq })
    touched.push({ kind: 'block', id: block.id, before: block, after })
  }
  const gone = remove(setProps(record, [[INTO, into.record.id]], now), now)
  puts.push({ record: gone, from: page.seq })
  touched.push({ kind: 'page', id: record.id, before: record, after: gone })
  const to = nameOf(into.record)
  return {
    puts,
    touched,
    summary: `Merged ${named(nameOf(record))} into ${named(to)}`,
    page: to,
    pageId: into.record.id,
  }
}

/** The edit that deletes a page with what is on it. A day's page is emptied and stays. */
export function deletePage(
  page: HeldPage,
  stays: boolean,
  on: readonly VersionedRecord[],
  { now }: WriteContext,
): Edit | undefined {
  const puts: Put[] = []
  const touched: ItemChange[] = []
  for (const { record, seq } of [...(stays ? [] : [page]), ...on]) {
    const after = remove(record, now)
    puts.push({ record: after, from: seq })
    touched.push({ kind: record.kind, id: record.id, before: record, after } as ItemChange)
  }
  const name = nameOf(page.record)
  const summary = stays ? `Emptied ${named(name)}` : `Deleted ${named(name)}`
  return puts.length === 0 ? undefined : { puts, touched, summary, page: name, pageId: page.record.id }
}
