/** Goes to a page, an alias, a day or a command by some letters of it, or makes a page. @see outliner 2.3 */
import type { Day } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import { pickedBlocks, pickedRoots } from '@notegraph/outliner'
import type { Edit } from '@notegraph/sync'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useBlocksWith } from '../blocks-with.ts'
import { commandsHere, type AppCommand } from '../commands.ts'
import { findPages, isLike, type FoundPage } from '../find-page.ts'
import { go, openBeside, type Place } from '../places.ts'
import type { PageModel } from '../page-model.ts'
import { typedDay } from '../typed-day.ts'
import { useApp } from './app-context.ts'
import { ChoiceDialog, type Choice } from './choice-dialog.tsx'

/** The words for which blocks are looked for. A word of a script without blanks can be one letter. */
const ENOUGH = /.{3}|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}\p{sc=Thai}]/u

/** The page of a choice: one that is there, a day, or a new one. */
type Target =
  | { readonly id: string; readonly name: string }
  | { readonly day: Day; readonly name: string }
  | { readonly name: string }

interface SwitcherProps {
  readonly title?: string
  readonly commands?: readonly AppCommand[]
  /** Does something with the chosen page. Default: shows it. */
  readonly pick?: (target: Target, isBeside: boolean) => void
  readonly close: () => void
}

/** Goes anywhere, or runs a command. */
export const GoTo = ({ close }: Pick<SwitcherProps, 'close'>): JSX.Element => (
  <Switcher commands={commandsHere(useApp())} close={close} />
)

interface MoveDialogProps {
  readonly model: PageModel
  /** A block that moves, with all picked ones if it is one of them. Default: the picked ones. */
  readonly id: string | undefined
  readonly close: () => void
}

/** Moves blocks to the end of another page. */
export function MoveDialog({ model, id, close }: MoveDialogProps): JSX.Element {
  const app = useApp()
  const move = (target: Target): void => {
    const isPicked = id === undefined || pickedBlocks(model.state).includes(id)
    const ids = isPicked ? pickedRoots(model.state) : [id]
    const pageId = 'id' in target ? target.id : 'day' in target ? journalId(target.day) : crypto.randomUUID()
    const opened: Edit[] =
      'id' in target
        ? []
        : 'day' in target
          ? [{ do: 'openDay', day: target.day }]
          : [{ do: 'openPage', name: target.name, id: pageId }]
    const moved = ids.map((id): Edit => ({ do: 'moveBlock', id, where: { pageId } }))
    const count = ids.length === 1 ? 'a block' : `${ids.length} blocks`
    const before = model.state
    void app
      .edit([...opened, ...moved], `Moved ${count} to “${target.name}”.`)
      .then(async (done) => (done.ok ? model.stepped(done.changes, before) : undefined))
  }
  return <Switcher title="Move to page" pick={move} close={close} />
}

const show = (target: Target, isBeside: boolean): void => {
  if ('id' in target) goTo({ at: 'page', id: target.id }, isBeside, target.name)
  else if ('day' in target) goTo({ at: 'page', id: journalId(target.day) }, isBeside, target.name)
  else goTo({ at: 'name', name: target.name, makes: true }, isBeside)
}

const goTo = (place: Place, isBeside: boolean, name?: string): void =>
  isBeside ? openBeside(place) : go(place, 'push', name)

function Switcher({ title = 'Go to page', commands = [], pick = show, close }: SwitcherProps): JSX.Element {
  const { pages } = useApp()
  const [typed, setTyped] = useState('')
  // Blocks can be shown, and hold no other page.
  const blocks = useBlocksWith(pick === show && ENOUGH.test(typed.trim()) ? typed.trim() : '')

  function choicesFor(): readonly Choice[] {
    const name = typed.trim()
    const day = typedDay(name)
    const found = name === '' ? recent() : findPages(pages.all.value, name)
    const isIn = (words: string): boolean => words.toLowerCase().includes(name.toLowerCase())
    const runs = commands
      .filter(({ words }) => name !== '' && (isIn(words) || isLike(words, name)))
      .map(({ words, run }): Choice => ({ key: `do ${words}`, words, kind: 'Command', run }))
    const isThere = found.some((page) => page.name.toLowerCase() === name.toLowerCase())
    return [
      ...(day
        ? [{ key: day.name, words: day.name, kind: 'Day', run: (isBeside: boolean) => pick(day, isBeside) }]
        : []),
      ...found
        .filter((page) => page.day === undefined || page.name !== day?.name)
        .map(({ id, name: pageName, alias }): Choice => ({
          key: id,
          words: alias ?? pageName,
          ...(alias !== undefined && { kind: `Alias of ${pageName}` }),
          run: (isBeside) => pick({ id, name: pageName }, isBeside),
        })),
      ...runs.filter(({ words }) => isIn(words)),
      ...blocks.map(({ block, words }): Choice => ({
        key: block,
        words,
        kind: 'Block',
        run: (isBeside) => goTo({ at: 'block', id: block }, isBeside),
      })),
      ...(name === '' || isThere || day
        ? []
        : [
            {
              key: 'new',
              words: `Create page “${name}”`,
              run: (isBeside: boolean) => pick({ name }, isBeside),
            },
          ]),
      // Enter takes no command that only resembles the name of a new page.
      ...runs.filter(({ words }) => !isIn(words)),
    ]
  }

  /** Before anything is typed: the pages that were shown last, then those that were edited last. */
  function recent(): readonly FoundPage[] {
    const shown = pages.recentPages()
    const others = findPages(pages.all.value, '').filter(({ id }) => !shown.some((page) => page.id === id))
    return [...shown, ...others].slice(0, 20)
  }

  return (
    <ChoiceDialog
      title={title}
      label="Page"
      placeholder={commands.length > 0 ? 'A page, a day, a block or a command' : 'A page or a day'}
      choices={choicesFor()}
      typed={typed}
      onTyped={setTyped}
      close={close}
    />
  )
}
