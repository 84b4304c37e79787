/**
 * The words of a block that readers see: no comments, no ids of files, and `…` for what it quotes. A search that looked at
 * the text as written could be used to guess them.
 * @see sharing 2, 3
 */
import { createRenderer, type Sources } from '@notegraph/render'
import { HIDDEN } from './other-pages.ts'
import { shownContent } from './shared-view.ts'

const SOURCES: Sources = {
  block: () => ({ words: HIDDEN }),
  embeddedBlock: () => HIDDEN,
  embeddedPage: () => HIDDEN,
  macro: () => '',
}

/** The words of a formula are those that it is written with, and colors of code add no words. */
const NO_ROOM = { maths: 0, code: 0 }

/** Tags within a line. The renderer escapes `<` and `>` elsewhere, so a tag ends at its first `>`. */
const INLINE = /<\/?(?:a|b|bdi|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b[^>]*>/g
const TAG = /<[^>]*>/g
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/**
 * Returns the words of a block on one line.
 *
 * @param origin the service's own origin, which may be part of the address of a file
 * @example
 * visibleWords('**red** boat ((11111111-1111-4111-8111-111111111111))') // 'red boat …'
 */
export const visibleWords = (content: string, origin?: string): string =>
  createRenderer({ ...SOURCES, origin }, NO_ROOM)
    .block(shownContent(content))
    .replaceAll(INLINE, '')
    .replaceAll(TAG, ' ')
    .replaceAll(ENTITY, (_, name: string) => CHARACTERS[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
