/**
 * Files by their place in a block. Pages use this address, because the id of a file opens it for everyone who has it.
 * @see decisions 9.5
 */
import { fileIds } from '@notegraph/block-text'
import type { GraphStore } from '@notegraph/store'

/** The place of a file. */
export interface FilePlace {
  /** The id of the block. */
  readonly block: string
  /** The position among the files of its text, from 0. */
  readonly n: number
  /** The service's own origin, which may be part of an address. */
  readonly origin: string | undefined
}

/**
 * Finds the id of a file.
 * @returns undefined if the block is deleted or has fewer files
 * @example
 * await fileInBlock(graph, { block: 'b1', n: 0, origin: 'https://notes.example' })
 */
export async function fileInBlock(
  { blocks, records }: Pick<GraphStore, 'blocks' | 'records'>,
  { block, n, origin }: FilePlace,
): Promise<string | undefined> {
  // A block on a deleted page keeps its record.
  const found = (await blocks.find(block)) && (await records.find(block))
  return found?.record.kind === 'block' ? fileIds(found.record.words.text, origin)[n] : undefined
}
