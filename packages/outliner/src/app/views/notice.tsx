/** A message about something that was done, with a button that undoes it. */
import { useEffect } from 'preact/hooks'
import type { JSX } from 'preact'
import { useApp } from './app-context.ts'

/** Milliseconds for which a message stays. */
const SHOWN_FOR = 15_000

/** A mouse on a button leaves the keys where they are. The words can be selected. */
const keepFocus = (event: Event): void => {
  if ((event.target as Element).matches('button')) event.preventDefault()
}

export function NoticeBar(): JSX.Element {
  const app = useApp()
  const { notice } = app
  const shown = notice.value
  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => (notice.value = undefined), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div class="notice-bar" role="status" onMouseDown={keepFocus}>
      {shown && (
        <>
          <span>{shown.words}</span>
          {shown.canUndo && (
            <button
              type="button"
              onClick={() => {
                notice.value = undefined
                void app.walk('undo')
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="quiet" onClick={() => (notice.value = undefined)}>
            Close
          </button>
        </>
      )}
    </div>
  )
}
