/** Helpers with which checks read the notes. */
import { NotegraphError, type NotesClient } from '@notegraph/client'
import type { Block, Change, DayAnswer, PageAnswer } from '@notegraph/contract'

/** @returns undefined if there is no page with that name */
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

/** The blocks that the agent added to a page and that still exist. */
export const added = (blocks: readonly Block[], changes: readonly Change[]): readonly Block[] => {
  const ids = new Set(changes.filter(({ action }) => action === 'add_block').map(({ blockId }) => blockId))
  return blocks.filter(({ id }) => ids.has(id))
}

/** @returns the fault if the condition is false */
export const expected = (isSo: boolean, wrong: string): string[] => (isSo ? [] : [wrong])

/** The names and values that differ from the expected ones. */
export const unequal = (actual: object | undefined, values: { readonly [name: string]: unknown }): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const now = (actual as Record<string, unknown> | undefined)?.[name]
    return expected(
      JSON.stringify(now) === JSON.stringify(value),
      `${name} is ${JSON.stringify(now) ?? 'not set'}, not ${JSON.stringify(value) ?? 'left out'}`,
    )
  })
