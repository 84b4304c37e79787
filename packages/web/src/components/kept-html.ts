/**
 * HTML of parts of pages in memory: outlines, embeds, results of queries and backlinks, since a page is opened more often than its
 * graph changes. An entry is used only in the state in which it was rendered.
 */
import { dayAt } from '@notegraph/graph'
import type { WebDeps } from '../deps.ts'
import type { Visit } from '../page.ts'

/** Characters of all entries of a server, and of one. */
const MOST = 8_000_000
const LONGEST = 500_000

export interface KeptHtml {
  /** @param state a text that is another one whenever the HTML may be @returns undefined if nothing was rendered in this state */
  get(key: string, state: string): string | undefined
  keep(key: string, state: string, html: string): void
}

/**
 * Creates the memory. The entry that was read longest ago leaves first.
 * @example
 * keptHtml().get('me {query}', 'epoch 12')
 */
export function keptHtml(most: number = MOST): KeptHtml {
  /** The entry that was read last comes last. */
  const entries = new Map<string, { readonly state: string; readonly html: string }>()
  let size = 0
  const sizeOf = (key: string, { state, html }: { readonly state: string; readonly html: string }): number =>
    key.length + state.length + html.length

  function forget(key: string): void {
    const entry = entries.get(key)
    if (entry) size -= sizeOf(key, entry)
    entries.delete(key)
  }

  return {
    get(key, state) {
      const entry = entries.get(key)
      if (entry?.state !== state) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.html
    },
    keep(key, state, html) {
      forget(key)
      if (html.length > LONGEST) return
      const entry = { state, html }
      entries.set(key, entry)
      size += sizeOf(key, entry)
      for (const oldest of entries.keys()) {
        if (size <= most) return
        forget(oldest)
      }
    },
  }
}

/** Returns a part of a page from memory, or renders it. @param key names the part within the account */
export type KeptPart = <T extends string | undefined>(
  key: string,
  render: () => Promise<T>,
) => Promise<string | T>

/** The memory of each server. */
const memories = new WeakMap<WebDeps['reader'], KeptHtml>()

/**
 * The parts of pages that a visitor sees, rendered again only after a change of the graph, the day or the visitor.
 * Call this before you read what a part shows, so that the part is at least as new as its state.
 */
export async function keptParts(
  { reader, clock }: Pick<WebDeps, 'reader' | 'clock'>,
  { account, caller, plan, zone }: Visit,
): Promise<KeptPart> {
  const kept = memories.get(reader) ?? keptHtml()
  memories.set(reader, kept)
  const { epoch, head } = await reader.graph(caller).feed.state()
  const state = [epoch, head, dayAt(clock(), caller.zone), caller.zone, zone, plan].join(' ')
  return async (key, render) => {
    const full = `${account.id} ${key}`
    const known = kept.get(full, state)
    if (known !== undefined) return known
    const html = await render()
    if (html !== undefined) kept.keep(full, state, html)
    return html
  }
}
