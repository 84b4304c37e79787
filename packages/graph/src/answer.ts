/**
 * Answers from rows. What few records have is JSON text made once, when the record was written; the rest, and what changes
 * apart from the record (a page's name on each of its blocks, what its blocks add up to), is put in here, and nothing is
 * parsed.
 *
 * @see service, Page and Block
 */
import { blockMembers, type BlockParts } from './block-view.ts'
import type { Counts } from './counts.ts'
import { quoted } from './json.ts'
import type { ResolvedType } from './resolved-type.ts'

/** The API's Block, as JSON text. @param block its id, its page and its row's parts */
export const blockJson = (
  block: BlockParts & { readonly id: string; readonly pageId: string },
  pageName: string,
): string => blockJsonOn(block.pageId, pageName)(block)

/** The same for many blocks of one page. */
export function blockJsonOn(
  pageId: string,
  pageName: string,
): (block: BlockParts & { readonly id: string }) => string {
  const page = `"page":${quoted(pageName)},"pageId":"${pageId}"`
  return (block) => `{"id":"${block.id}",${page},${blockMembers(block)}}`
}

export interface AnswerPage {
  readonly id: string
  readonly type: ResolvedType
  readonly counts: Counts
  /** The latest edit of the page or of any block on it, in milliseconds. @see decisions 3.1 */
  readonly editedAt: number
  /** The view of its row. */
  readonly view: string
}

/** The API's Page, as JSON text. */
export function pageJson({ id, type, counts, editedAt, view }: AnswerPage): string {
  const { blocks, words, sentences, paragraphs, characters } = counts
  const sums = `{"blocks":${blocks},"words":${words},"sentences":${sentences},"paragraphs":${paragraphs},"characters":${characters}}`
  return `{"id":${quoted(id)},"type":"${type}",${inner(view)},"counts":${sums},"updatedAt":${editedAt}}`
}

/** The members of an object that has some. */
const inner = (object: string): string => object.slice(1, -1)
