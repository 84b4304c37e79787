/** Answers of the device to questions that are asked again after edits. */
import { watch } from '@notegraph/sync'
import { useEffect, useState } from 'preact/hooks'
import { useApp } from './views/app-context.ts'

/** Milliseconds from an edit until a question is asked again, so that typing does not wait for answers. */
const ASK_AFTER = 500
/** The same for questions about every block of a page. */
export const SELDOM = 5_000

/**
 * The answer of the device to a question, kept in step with the notes.
 *
 * @param key names the question; another key asks at once
 * @returns `undefined` before the first answer
 */
export function useLately<T>(key: string, ask: () => Promise<T>, after = ASK_AFTER): T | undefined {
  const { engine } = useApp().notes
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T }>()
  useEffect(() => {
    let isFirst = true
    const read = async (): Promise<T> => {
      if (!isFirst) await new Promise((done) => void setTimeout(done, after))
      isFirst = false
      return ask()
    }
    return watch(engine, read, (value) => setAnswer({ key, value }), { failed: reportError })
  }, [engine, key])
  return answer?.key === key ? answer.value : undefined
}
