/** The blocks with words that somebody types, for a short list. @see outliner 2.3, 3.4 */
import { fieldOf } from '@notegraph/outliner'
import { useLately } from './lately.ts'
import { useApp } from './views/app-context.ts'

export interface TypedBlock {
  readonly block: string
  /** Its first line. */
  readonly words: string
}

const MOST = 8

/** @param except a block that is no answer, such as the one that is typed in */
export function useBlocksWith(words: string, except?: string): readonly TypedBlock[] {
  const { engine } = useApp().notes
  const found = useLately(`blocks with ${words}`, async () => engine.search(words, { limit: MOST + 1 }))
  return (found?.blocks ?? [])
    .filter(({ block }) => block.id !== except)
    .slice(0, MOST)
    .map(({ block }) => ({ block: block.id, words: fieldOf(block.words.text).text.split('\n', 1)[0]! }))
}
