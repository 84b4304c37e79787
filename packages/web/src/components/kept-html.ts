/**
 * HTML of embeds and of results of queries in memory, since a page of live queries is opened often and its graph changes rarely. An
 * entry is used only in the state in which it was rendered.
 */

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
