/**
 * Rendered pages of readers in memory, since many readers open the same page. An entry is used only in the state in which it
 * was rendered, so no reader sees an old page.
 * @see sharing 1, 3, 5
 */
import { etagOf } from '@notegraph/service'

/** A page as readers get it. */
export interface RenderedPage {
  readonly html: string
  readonly etag: string
}

/** One weak ETag, since the page may also be sent as gzip. */
export const weakTag = (text: string): string => `W/${etagOf(text)}`

export const rendered = (html: string): RenderedPage => ({ html, etag: weakTag(html) })

/** The parts of a state, compared one by one with `===`. An object, such as the set of a site, is not kept in memory. */
export type PageState = readonly (string | object)[]

/** The rendered pages of a process. */
export interface RenderedPages {
  /** @param key the address of the page @returns undefined if the page was not rendered in this state */
  get(key: string, state: PageState): RenderedPage | undefined
  /** Keeps a page that was rendered after its state was read. */
  keep(key: string, state: PageState, html: string): RenderedPage
}

interface Entry {
  readonly state: readonly (string | WeakRef<object>)[]
  readonly page: RenderedPage
  readonly bytes: number
}

/** Bytes of the pages of a process: some 2,000 of an ordinary length. */
const MOST_BYTES = 32_000_000

/** @param most the bytes of all entries; the page that was read longest ago leaves first */
export function renderedPages(most: number = MOST_BYTES): RenderedPages {
  /** The page that was read last comes last. */
  const entries = new Map<string, Entry>()
  let bytes = 0

  function forget(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get(key, state) {
      const held = entries.get(key)
      if (!held || !isSame(held.state, state)) return undefined
      entries.delete(key)
      entries.set(key, held)
      return held.page
    },
    keep(key, state, html) {
      const page = rendered(html)
      // A character takes up to two bytes in memory.
      const entry = { state: state.map(weakly), page, bytes: 2 * (html.length + key.length) }
      forget(key)
      if (entry.bytes > most) return page
      entries.set(key, entry)
      bytes += entry.bytes
      for (const oldest of entries.keys()) {
        if (bytes <= most) break
        forget(oldest)
      }
      return page
    },
  }
}

const weakly = (part: string | object): string | WeakRef<object> =>
  typeof part === 'string' ? part : new WeakRef(part)

const isSame = (held: Entry['state'], state: PageState): boolean =>
  held.length === state.length &&
  held.every((part, n) => (typeof part === 'string' ? part : part.deref()) === state[n])
