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

export function useBlocksWith(words: string): readonly TypedBlock[] {
  const { engine } = useApp().notes
  const found = useLately(`blocks with ${words}`, async () => engine.search(words, { limit: MOST }))
  return (found?.blocks ?? []).map(({ block }) => ({
    block: block.id,
    words: fieldOf(block.words.text).text.split('\n', 1)[0]!,
  }))
}
