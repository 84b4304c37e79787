/** Answers of the device to questions that are asked again after edits. */
import { useEffect, useState } from 'preact/hooks'
import { useApp } from './views/app-context.ts'

/** Milliseconds between two times that one question is asked, so that typing does not wait for answers. */
const ASK_EVERY = 500
/** The same for questions about every block of a page. */
export const SELDOM = 5_000

/**
 * The answer of the device to a question, kept in step with the notes.
 *
 * @param key names the question; another key asks at once
 * @returns `undefined` before the first answer
 */
export function useLately<T>(key: string, ask: () => Promise<T>, every = ASK_EVERY): T | undefined {
  const { engine } = useApp().notes
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T }>()
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const askNow = async (): Promise<void> => {
      const value = await ask()
      if (!isOver) setAnswer({ key, value })
    }
    void askNow()
    const end = engine.on('change', () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void askNow()
      }, every)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
    }
  }, [engine, key])
  return answer?.key === key ? answer.value : undefined
}
