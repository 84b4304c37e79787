/**
 * Rendered pages of readers in memory, since many readers open the same page. An entry is used only in the state in which it
 * was rendered, so no reader sees an old page. It has the bytes that are sent, and their compressed form after the first
 * reader who accepts it.
 * @see sharing 1, 3, 5
 */
import { etagOf } from '@notegraph/service'
import { hasDiagram } from '@notegraph/web'
import { coded, takesGzip, type EncodedBody } from './gzip.ts'

/** A page as readers get it. */
export interface RenderedPage {
  readonly etag: string
  readonly hasDiagram: boolean
  /** The page in an encoding that the reader's header `Accept-Encoding` names. */
  encoded(accepted: string | undefined): Promise<EncodedBody>
  /** The bytes of all its forms. */
  bytes(): number
}

/** One weak ETag, since the page may also be sent as gzip. */
const weakTag = (text: string): string => `W/${etagOf(text)}`

/** @param onGrowth called with the bytes of a form that is added */
export function rendered(text: string, onGrowth: (bytes: number) => void = () => {}): RenderedPage {
  const plain = new TextEncoder().encode(text)
  let zipped: EncodedBody | undefined
  let bytes = plain.length
  return {
    etag: weakTag(text),
    hasDiagram: hasDiagram(text),
    bytes: () => bytes,
    async encoded(accepted) {
      if (zipped && takesGzip(accepted)) return zipped
      const form = await coded(accepted, plain)
      if (form.body === plain || zipped) return form
      zipped = form
      bytes += form.body.length
      onGrowth(form.body.length)
      return form
    },
  }
}

/** The rendered pages of a process. */
export interface RenderedPages {
  /** @param key the address of the page @returns undefined if the page was not rendered in this state */
  get(key: string, state: string | undefined): RenderedPage | undefined
  /** Keeps a page that was rendered after its state was read; not if it has no state. */
  keep(key: string, state: string | undefined, text: string): RenderedPage
}

interface Entry {
  readonly state: string
  readonly page: RenderedPage
  /** The bytes of the key and the state. */
  readonly around: number
}

/** Bytes of the pages of a process: some 3,000 of an ordinary length. */
const MOST_BYTES = 32_000_000

/** @param most the bytes of all entries; the page that was read longest ago leaves first */
export function renderedPages(most: number = MOST_BYTES): RenderedPages {
  /** The page that was read last comes last. */
  const entries = new Map<string, Entry>()
  let bytes = 0

  function forget(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= entry.around + entry.page.bytes()
    entries.delete(key)
  }

  function makeRoom(): void {
    for (const oldest of entries.keys()) {
      if (bytes <= most) return
      forget(oldest)
    }
  }

  return {
    get(key, state) {
      const held = entries.get(key)
      if (!held || held.state !== state) return undefined
      entries.delete(key)
      entries.set(key, held)
      return held.page
    },
    keep(key, state, text) {
      if (state === undefined) return rendered(text)
      const page = rendered(text, (more) => {
        if (entries.get(key)?.page !== page) return
        bytes += more
        makeRoom()
      })
      // A character takes up to two bytes in memory.
      const entry = { state, page, around: 2 * (state.length + key.length) }
      forget(key)
      if (entry.around + page.bytes() > most) return page
      entries.set(key, entry)
      bytes += entry.around + page.bytes()
      makeRoom()
      return page
    },
  }
}
