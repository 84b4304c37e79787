/** The blocks with words that somebody types, for a short list. @see outliner 2.3, 3.4 */
import { fieldOf } from '@notegraph/outliner'
import { useEffect, useState } from 'preact/hooks'
import { useApp } from './views/app-context.ts'

export interface TypedBlock {
  readonly block: string
  /** Its first line. */
  readonly words: string
}

const MOST = 8

export function useBlocksWith(words: string): readonly TypedBlock[] {
  const { engine } = useApp().notes
  const [found, setFound] = useState<readonly TypedBlock[]>([])
  useEffect(() => {
    let isOver = false
    if (words === '') setFound([])
    else
      void engine.search(words, { limit: MOST }).then(({ blocks }) => {
        if (isOver) return undefined
        setFound(
          blocks.map(({ block }) => ({
            block: block.id,
            words: fieldOf(block.words.text).text.split('\n', 1)[0]!,
          })),
        )
        return undefined
      })
    return () => void (isOver = true)
  }, [words])
  return found
}
