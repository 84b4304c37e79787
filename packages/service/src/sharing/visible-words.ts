/**
 * The words of a block that readers see: no comments, no ids of files, and `…` for what it quotes. A search that looked at
 * the text as written could be used to guess them.
 * @see sharing 2, 3
 */
import { createRenderer, htmlWords, type Sources } from '@notegraph/render'
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

/**
 * Returns the words of a block on one line.
 *
 * @param origin the service's own origin, which may be part of the address of a file
 * @example
 * visibleWords('**red** boat ((11111111-1111-4111-8111-111111111111))') // 'red boat …'
 */
export const visibleWords = (content: string, origin?: string): string =>
  htmlWords(createRenderer({ ...SOURCES, origin }, NO_ROOM).block(shownContent(content)))
