/** Gives a page another name: its links follow, or the old name stays as an alias. Onto another page, both become one. @see outliner 3.6 */
import { counted } from '@notegraph/graph'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { PageItem } from '../pages.ts'
import { replacePlace } from '../places.ts'
import { PlaceContext, useApp } from './app-context.ts'

type Links = 'rewrite' | 'alias'

interface RenameProps {
  readonly page: PageItem
  readonly close: () => void
}

export function Rename({ page: { id, name: old }, close }: RenameProps): JSX.Element {
  const app = useApp()
  const here = useContext(PlaceContext)
  const [name, setName] = useState(old)
  const [links, setLinks] = useState<Links>('rewrite')
  const [total, setTotal] = useState<number>()
  const [fault, setFault] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    input.current?.select()
    const count = async (): Promise<void> =>
      setTotal((await app.notes.engine.linksTo(id, { limit: 0 })).total)
    void count()
  }, [])
  const save = async (): Promise<void> => {
    const next = name.trim()
    if (next === old) return close()
    const done = links === 'rewrite' ? 'Its links follow.' : `“${old}” still leads here.`
    const words = isTaken ? `“${old}” is part of “${next}” now. ${done}` : `Renamed to “${next}”. ${done}`
    await app.pages.stored()
    // The form itself says what is wrong.
    const result = await app.notes.history.edit([{ do: 'renamePage', id, name, links, merge: isTaken }])
    if (!result.ok) {
      setTaken(result.code === 'name_taken')
      if (result.code === 'too_many') setLinks('alias')
      return setFault(result.error)
    }
    app.notice.value = { words, canUndo: true }
    close()
    const page = result.edited[0]!
    if (page.id !== id) replacePlace(here, { at: 'page', id: page.id }, next)
  }
  const choice = (value: Links, words: string): JSX.Element => (
    <label class="choice">
      <input type="radio" name="links" checked={links === value} onChange={() => setLinks(value)} />
      <span>{words}</span>
    </label>
  )
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <label>
        Name of the page
        <input
          ref={input}
          value={name}
          maxLength={500}
          aria-describedby={fault === undefined ? undefined : 'rename-fault'}
          onInput={(event) => {
            setName(event.currentTarget.value)
            setTaken(false)
            setFault(undefined)
          }}
        />
      </label>
      <fieldset>
        <legend>Links to “{old}”</legend>
        {choice('rewrite', total === undefined ? 'Change them' : `Change them in ${counted(total, 'block')}`)}
        {choice('alias', `Keep “${old}” as an alias`)}
      </fieldset>
      {fault !== undefined && (
        <p id="rename-fault" role="alert">
          {isTaken ? `A page named “${name.trim()}” is there already.` : fault}
        </p>
      )}
      <div class="actions">
        <button>{isTaken ? 'Make them one page' : 'Rename'}</button>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}
