/** What checks look at in the notes. */
import { NotegraphError, type NotesClient } from '@notegraph/client'
import type { Block, Change, DayAnswer, PageAnswer } from '@notegraph/contract'

/** @returns nothing where there is no page by that name */
export async function pageOf(notes: NotesClient, name: string): Promise<PageAnswer | undefined> {
  try {
    return await notes.readPage(name)
  } catch (error) {
    if (error instanceof NotegraphError && error.code === 'not_found') return undefined
    throw error
  }
}

export const today = (notes: NotesClient): Promise<DayAnswer> => notes.readDay('today')

export const blockWith = (blocks: readonly Block[], words: RegExp): Block | undefined =>
  blocks.find(({ text }) => words.test(text))

/** The blocks that the agent put on a page and that are there still. */
export const added = (blocks: readonly Block[], changes: readonly Change[]): readonly Block[] => {
  const ids = new Set(changes.filter(({ action }) => action === 'add_block').map(({ blockId }) => blockId))
  return blocks.filter(({ id }) => ids.has(id))
}

/** @returns what is wrong, where it is not so */
export const expected = (isSo: boolean, wrong: string): string[] => (isSo ? [] : [wrong])

/** Values that are not what they should be, by their name. */
export const unequal = (held: object | undefined, values: { readonly [name: string]: unknown }): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const now = (held as Record<string, unknown> | undefined)?.[name]
    return expected(
      JSON.stringify(now) === JSON.stringify(value),
      `${name} is ${JSON.stringify(now) ?? 'not set'}, not ${JSON.stringify(value) ?? 'left out'}`,
    )
  })
