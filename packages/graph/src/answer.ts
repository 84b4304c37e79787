/**
 * Answers of the API, built from rows without parsing. The row has the rare members of a record as JSON text, which the
 * store writes once. This module adds the others, such as the page's name and its counts, which change independently.
 *
 * @see service, Page and Block
 */
import { blockMembers, type BlockParts } from './block-view.ts'
import type { Counts } from './counts.ts'
import { quoted } from './json.ts'
import type { ResolvedType } from './resolved-type.ts'

/**
 * Builds the API's Block as JSON text.
 *
 * @param block its id, the id of its page and the parts of its row
 * @example
 * const block = { id: 'b', pageId: 'p', parentId: null, order: 1, content: 'Hi', createdAt: 1, updatedAt: 1 }
 * JSON.parse(blockJson(block, 'Home')).page // 'Home'
 */
export const blockJson = (
  block: BlockParts & { readonly id: string; readonly pageId: string },
  pageName: string,
): string => blockJsonOn(block.pageId, pageName)(block)

/**
 * Returns a function that builds the API's Block, as `blockJson` does, for many blocks of one page.
 *
 * @example
 * const blockOf = blockJsonOn('p', 'Home')
 * JSON.parse(blockOf({ id: 'b', parentId: null, order: 1, content: 'Hi', createdAt: 1, updatedAt: 1 })).pageId // 'p'
 */
export function blockJsonOn(
  pageId: string,
  pageName: string,
): (block: BlockParts & { readonly id: string }) => string {
  const page = `"page":${quoted(pageName)},"pageId":"${pageId}"`
  return (block) => `{"id":"${block.id}",${page},${blockMembers(block)}}`
}

/** The parts of a page's answer. */
export interface AnswerPage {
  readonly id: string
  readonly type: ResolvedType
  readonly counts: Counts
  /** The latest edit of the page or of any block on it, in milliseconds. @see decisions 3.1 */
  readonly editedAt: number
  /** `PageRow.view`: JSON text of the members that the record alone decides. */
  readonly view: string
}

/**
 * Builds the API's Page as JSON text.
 *
 * @example
 * const counts = { blocks: 0, words: 0, sentences: 0, paragraphs: 0, characters: 0 }
 * JSON.parse(pageJson({ id: 'p', type: 'page', counts, editedAt: 1, view: '{"name":"Home"}' })).name // 'Home'
 */
export function pageJson({ id, type, counts, editedAt, view }: AnswerPage): string {
  const { blocks, words, sentences, paragraphs, characters } = counts
  const sums = `{"blocks":${blocks},"words":${words},"sentences":${sentences},"paragraphs":${paragraphs},"characters":${characters}}`
  return `{"id":${quoted(id)},"type":"${type}",${inner(view)},"counts":${sums},"updatedAt":${editedAt}}`
}

/** The members of a JSON object, without its braces. The object must have at least one. */
const inner = (object: string): string => object.slice(1, -1)
