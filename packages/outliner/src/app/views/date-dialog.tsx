/** Asks for the day of a date. @see outliner 3.4 */
import { isoDay, type DateMark } from '@notegraph/block-text'
import { readDated } from '@notegraph/query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { insertWords } from '../active-field.ts'
import type { Dialog } from '../dialog.ts'
import { withDate } from '../slash-commands.ts'
import { today } from '../today.ts'
import { typedDay } from '../typed-day.ts'

const TITLES = { scheduled: 'Scheduled', deadline: 'Deadline', date: 'Date' }

interface DateDialogProps {
  readonly question: Extract<Dialog, { readonly show: 'date' }>
  readonly close: () => void
}

/** Takes a day of the calendar, or words such as `friday 09:00 .+1w`. */
export function DateDialog({ question: { ask, field }, close }: DateDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  /** The field has the focus again, and the keys that follow. */
  const leave = (): void => dialog.current!.close()
  const put = (date: Pick<DateMark, 'day' | 'rest'>): void => {
    leave()
    if (ask === 'date') return insertWords(field, `[[${isoDay(date.day)}]]`)
    field.write(withDate(field.selection(), ask, date))
  }
  const read = (text: string): Pick<DateMark, 'day' | 'rest'> | undefined => {
    const day = typedDay(text.trim())
    return day ? { day: day.day, rest: '' } : readDated(text, today())
  }
  return (
    <dialog ref={dialog} class="ask" aria-labelledby="ask-title" onClose={close}>
      <h2 id="ask-title">{TITLES[ask]}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const date = read(typed)
          if (date) put(date)
          else setWrong(true)
        }}
      >
        <label>
          Day in words
          <input
            autocomplete="off"
            placeholder={ask === 'date' ? 'friday, +3d, 2026-11-30' : 'friday 09:00 .+1w'}
            aria-invalid={isWrong}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              setWrong(false)
            }}
          />
        </label>
        {isWrong && (
          <p role="alert">
            Write a day such as “friday”, “+3d” or “2026-11-30”, with a time or a repeater behind it.
          </p>
        )}
        <label>
          Or from the calendar
          <input
            type="date"
            onChange={(event) => {
              const date = read(event.currentTarget.value)
              // A year that is still typed is none yet.
              if (date) put(date)
            }}
          />
        </label>
        <div class="actions">
          <button>Set</button>
          <button type="button" class="quiet" onClick={leave}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
