/**
 * All text that anybody typed, and the text that may be gone. Text may be gone if a person who had seen it replaced or
 * deleted it. It may also have been only on a wiped device or a restored server.
 */
import type { GraphRecord } from '@notegraph/graph'

export interface Typed {
  readonly blockId: string
  readonly text: string
}

export type Worded = Exclude<GraphRecord, { readonly kind: 'page' }>

export const isWorded = (record: GraphRecord | undefined): record is Worded =>
  record !== undefined && record.kind !== 'page'

/** The revisions that a record shows or keeps; empty if it is deleted. */
export function shownRevs(record: GraphRecord | undefined): string[] {
  if (!isWorded(record) || record.deleted !== undefined) return []
  return [record.words.rev, ...(record.versions ?? []).map(({ rev }) => rev)]
}

/** The texts that a record shows or keeps. */
export function shownTexts(record: GraphRecord): string[] {
  if (!isWorded(record) || record.deleted !== undefined) return []
  return [record.words.text, ...(record.versions ?? []).map(({ text }) => text)]
}

export class Ledger {
  /** By revision. */
  readonly typed = new Map<string, Typed>()
  /** By device and revision. */
  readonly #replacements = new Map<string, readonly string[]>()
  /** Revisions that may be gone. */
  readonly gone = new Set<string>()
  /** The pages on which people put a block, latest last. */
  readonly put = new Map<string, string[]>()
  /** Devices on which a person moved a block. */
  readonly movers = new Set<string>()
  /** Pages that a person deleted. */
  readonly ended = new Set<string>()
  /** Whether anything was wiped, cloned or restored. */
  isDisturbed: boolean = false

  /** An edit by a person who saw the record before it. */
  edited(before: GraphRecord | undefined, after: GraphRecord): void {
    if (!isWorded(after)) {
      if (after.deleted !== undefined) this.ended.add(after.id)
      return
    }
    if (after.deleted !== undefined) {
      for (const rev of shownRevs(before)) this.#replaced(rev)
      return
    }
    const kept = new Set(shownRevs(after))
    for (const rev of shownRevs(before)) if (!kept.has(rev)) this.#replaced(rev)
    const { rev, text } = after.words
    if (!isWorded(before) || before.words.rev !== rev) this.typed.set(rev, { blockId: after.id, text })
  }

  /** A person replaced words on a device. */
  replacedOn(device: string, rev: string, next: string): void {
    const key = `${device} ${rev}`
    this.#replacements.set(key, [...(this.#replacements.get(key) ?? []), next])
  }

  /** The revisions with which a device replaced words, over any number of edits. */
  replacementsOf(device: string, rev: string): ReadonlySet<string> {
    const found = new Set<string>()
    const open = [rev]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of this.#replacements.get(`${device} ${at}`) ?? [])
        if (!found.has(next)) {
          found.add(next)
          open.push(next)
        }
    return found
  }

  /** Replacing a text also replaces equal versions, because the server merges them. */
  #replaced(rev: string): void {
    this.gone.add(rev)
    const words = this.typed.get(rev)
    if (!words) return
    for (const [other, { blockId, text }] of this.typed)
      if (blockId === words.blockId && text === words.text) this.gone.add(other)
  }

  /**
   * The server merged a pushed version into equal ones. A device that replaced it before it knew the others had seen
   * their text.
   */
  collapsed(pushed: GraphRecord, held: GraphRecord): void {
    if (!isWorded(pushed) || !isWorded(held) || !held.hist.includes(pushed.words.rev)) return
    for (const { rev, text } of [held.words, ...(held.versions ?? [])])
      if (text === pushed.words.text && this.gone.has(rev)) this.gone.add(pushed.words.rev)
  }

  /** A person put a block on a page. @param mover the device of a move; undefined for a new block */
  placed({ id, place }: Worded, mover: string | undefined): void {
    this.put.set(id, [...(this.put.get(id) ?? []), place.pageId])
    if (mover !== undefined) this.movers.add(mover)
  }

  /** Texts that no device has any more may be gone. @param here all records that anybody has */
  lost(here: Iterable<GraphRecord>): void {
    this.isDisturbed = true
    const known = new Set<string>()
    for (const record of here) {
      if (!isWorded(record)) continue
      for (const rev of [record.words.rev, ...record.hist]) known.add(rev)
      for (const { rev } of record.versions ?? []) known.add(rev)
    }
    for (const rev of this.typed.keys()) if (!known.has(rev)) this.gone.add(rev)
  }
}
