/**
 * Adds a block to today's page: what was typed, what another program shared, or what a bookmarklet sent. The address alone
 * writes nothing.
 *
 * @see outliner 2.5
 */
import { isoDay, sharedText, type Day } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { addToday } from '../add-blocks.ts'
import { addressOf, replacePlace, type Place } from '../places.ts'
import { takeShared } from '../shared-files.ts'
import { useApp } from './app-context.ts'

interface QuickAddProps {
  readonly place: Extract<Place, { readonly at: 'add' }>
}

export function QuickAdd({ place }: QuickAddProps): JSX.Element {
  const app = useApp()
  const { shared, files: sharedId } = place
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => sharedText(shared))
  const [files, setFiles] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string>()
  const [added, setAdded] = useState<Day>()
  const isAdding = useRef(false)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [])
  useEffect(() => {
    if (sharedId === undefined) return
    void takeShared(sharedId).then((found) => {
      if (found) setFiles(found)
      else setFault('The shared files are gone. Share them again.')
      return undefined
    })
  }, [sharedId])
  const add = async (): Promise<void> => {
    if (isAdding.current || (text.trim() === '' && files.length === 0)) return
    isAdding.current = true
    const result = await addToday(app, text, files)
    isAdding.current = false
    setFault(result.fault)
    if (result.day === undefined) return
    setAdded(result.day)
    setText('')
    setFiles([])
    // A reload fills in nothing that was added.
    replacePlace(place, { at: 'add', shared: {} })
    field.current?.focus()
  }
  return (
    <form
      class="quick-add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <h1>Quick add</h1>
      <label>
        A block for today’s page
        <textarea
          ref={field}
          dir="auto"
          rows={4}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            void add()
          }}
        />
      </label>
      {files.length > 0 && (
        <ul aria-label="Files">
          {files.map(({ name }, i) => (
            <li key={i} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      )}
      {fault !== undefined && <p role="alert">{fault}</p>}
      <p>
        <button>Add</button> <span class="muted">Enter adds it, Shift Enter is a line break.</span>
      </p>
      {added !== undefined && (
        <p role="status">
          Added to{' '}
          <a href={addressOf({ at: 'page', id: journalId(added) }, isoDay(added))}>today, {isoDay(added)}</a>.
        </p>
      )}
    </form>
  )
}
