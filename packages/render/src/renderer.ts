/**
 * The one renderer of blocks. A block is parsed by `block-text`, which alone knows what is a reference, a property or a
 * formula. The rest is Markdown, which a library reads. All output is built here or escaped by the library. HTML in
 * a note is text, but for tags that only mark words (`safe-html.ts`).
 *
 * Time and size are linear in the text. One renderer serves one page: it spends a bounded amount on formulas and colours.
 */
import { dateBadges } from './badges.ts'
import { isBookkeeping } from './bookkeeping.ts'
import { escapeHtml } from './escape.ts'
import { footnotesIn } from './footnotes.ts'
import { markdownBlocks, markdownWords } from './markdown.ts'
import { type ReadBlock, readBlock } from './read-block.ts'
import type { Looks, Rendering, Room } from './rendering.ts'
import { mapSlots } from './slot.ts'
import { hasVideo, isShownAlone, type Place, slotHtml } from './slot-html.ts'
import type { Sources } from './sources.ts'
import { takeOut } from './take-out.ts'

/** Renders the blocks of one page. */
export interface Renderer {
  /** The HTML of a block: its words, dates and properties. */
  readonly block: (block: string | ReadBlock) => string
  /** The HTML of one line, such as the value of a property: words with links, and no paragraph. */
  readonly line: (text: string) => string
}

/** The most that a page may spend. */
const PAGE_ROOM: Room = { maths: 20_000, code: 40_000 }

/**
 * Creates the renderer of one page.
 *
 * @param most characters that it may spend; none for a caller that needs words alone
 * @param looks the libraries for formulas and code in colors
 * @example
 * createRenderer({ page: (name) => `/page/${name}` }).line('see [[Ann]]') // 'see <a class="ref" href="/page/Ann">Ann</a>'
 */
export function createRenderer(sources: Sources = {}, most: Room = PAGE_ROOM, looks: Looks = {}): Renderer {
  const room = { ...most }
  const headings = { last: 1 }
  const inlineNotes = { last: 0 }
  const anchored = new Set<string>()
  const ofPage: ReadonlySet<string> = new Set(sources.footnotes)

  function rendering(read: ReadBlock): Prepared {
    const taken = takeOut(read, sources)
    const own = footnotesIn(taken.text)
    const footnotes = own.length === 0 ? ofPage : new Set([...ofPage, ...own])
    return { ...taken, block: read.block, sources, room, looks, headings, footnotes, inlineNotes, anchored }
  }

  const line = (text: string): string => {
    const one = rendering(readBlock(text, sources.origin))
    return NEEDS_MARKDOWN.test(one.text) ? markdownWords(one.text, one) : plainWords(one.text, one, 'line')
  }

  function properties({ block }: ReadBlock): string {
    const isVideo = hasVideo(block.content)
    const shown = block.properties.filter((one) => !isBookkeeping(one) && !(isVideo && one.key === 'poster'))
    if (shown.length === 0) return ''
    const rows = shown.map(
      ({ key, value }) =>
        `<div><dt><bdi>${escapeHtml(key)}</bdi></dt><dd dir="auto">${line(value)}</dd></div>`,
    )
    return `<dl class="props">${rows.join('')}</dl>`
  }

  return {
    line,
    block(block) {
      const read = typeof block === 'string' ? readBlock(block, sources.origin) : block
      return words(rendering(read)) + dateBadges(read.block) + properties(read)
    },
  }
}

/** Whether a text has anything that Markdown reads: half of all blocks have nothing, which saves most of the time. */
const NEEDS_MARKDOWN = /[\n\\`*_<&[]|~~|==|\^\^|^\s*(?:[-+>#|]|\d{1,9}[.)])|^\uFDD2/

/** The name of a block of Obsidian, at its end. Words after it would be a power, such as `x ^2 y`. */
const ANCHOR = /(?:^|[ \t])\^(?=[\d-]{0,63}[a-z])[a-z\d-]{2,64}\s{0,9}$/i

interface Prepared extends Rendering {
  readonly text: string
}

function words(one: Prepared): string {
  const text = one.text.replace(ANCHOR, '')
  if (text.trim() === '') return ''
  if (NEEDS_MARKDOWN.test(text)) return `<div class="words">${markdownBlocks(text, one)}</div>`
  const isAlone = isShownAlone(text, one)
  const html = plainWords(text.trim(), one, isAlone ? 'alone' : 'line')
  return `<div class="words">${isAlone ? html : `<p>${html}</p>`}</div>`
}

const plainWords = (text: string, one: Rendering, place: Place): string =>
  mapSlots(text, escapeHtml, (index) => slotHtml(one.slots[index]!, one, place))
