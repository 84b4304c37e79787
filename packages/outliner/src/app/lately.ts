/** Answers of the device to questions that are asked again after edits. */
import { watch } from '@notegraph/sync'
import { useEffect, useRef, useState } from 'preact/hooks'
import { lastKey } from './last-key.ts'
import { useApp } from './views/app-context.ts'

/** Milliseconds from an edit until a question is asked again, so that edits in a row ask once. */
const ASK_AFTER = 100
/** Milliseconds without a key after which a person has stopped typing. */
const PAUSE = 400
/** The same for questions that are asked seldom, so that others go first. */
const LONG_PAUSE = 2_000
/** While the person types, the edits of others are shown this often. @see outliner 4.1 */
const OTHERS_AFTER = 1_000
/** The same for questions about every block of a page. */
export const SELDOM = 5_000

const sleep = async (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))

/** Long answers would hold up keys, so they wait until the person pauses. */
async function calm(after: number, hasOthers: () => boolean): Promise<void> {
  const begin = performance.now()
  const pause = after === SELDOM ? LONG_PAUSE : PAUSE
  await sleep(after)
  for (;;) {
    const now = performance.now()
    const wait = lastKey.at + pause - now
    if (wait <= 0 || (hasOthers() && now > begin + OTHERS_AFTER)) return
    await sleep(wait)
  }
}

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
    let hasOthers = false
    const off = engine.on('changes', ({ by }) => void (hasOthers ||= by !== 'here'))
    const read = async (): Promise<T> => {
      if (!isFirst) await calm(after, () => hasOthers)
      isFirst = false
      hasOthers = false
      return ask()
    }
    const end = watch(engine, read, (value) => setAnswer({ key, value }), { failed: reportError })
    return () => {
      off()
      end()
    }
  }, [engine, key])
  return answer?.key === key ? answer.value : undefined
}

/** The last answer, while another one is read, so that a longer list does not go away meanwhile. */
export function useLast<T>(answer: T | undefined): T | undefined {
  const last = useRef(answer)
  if (answer !== undefined) last.current = answer
  return last.current
}

/** The page of a block; `null` if there is no such block. */
export function usePageOf(id: string): string | null | undefined {
  const { engine } = useApp().notes
  return useLately(`page of ${id}`, async () => {
    const record = await engine.record(id)
    return record?.kind === 'block' && record.deleted === undefined ? record.place.pageId : null
  })
}
