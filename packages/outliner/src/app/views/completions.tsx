/** What fits at the caret, to choose from while the field keeps the focus: pages, days and commands. @see outliner 3.4 */
import { foldForSearch } from '@notegraph/block-text'
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { JSX, RefObject } from 'preact'
import { useBlocksWith, type TypedBlock } from '../blocks-with.ts'
import { findPages, type FoundPage } from '../find-page.ts'
import type { Typing } from '../completion.ts'
import { caretNow } from '../kept-caret.ts'
import { useLately } from '../lately.ts'
import type { OpenApp } from '../open-app.ts'
import { keysFor, valuesFor } from '../property-choices.ts'
import { findCommands, type SlashCommand } from '../slash-commands.ts'
import { typedDay } from '../typed-day.ts'
import { useApp } from './app-context.ts'

/** Handles a key of the field. Enter with Shift embeds a page or block. @returns whether it was for the list */
export type Chooser = (key: string, isShifted: boolean) => boolean

const MOST = 8

/** A page by its name, a block by its id, a property, a value, or a command. */
export type Choice =
  | { readonly name: string; readonly isNew?: boolean }
  | TypedBlock
  | { readonly property: string; readonly isNew?: boolean }
  | { readonly value: string }
  | { readonly command: SlashCommand }

const LABELS = {
  link: 'Pages',
  mention: 'Pages',
  tag: 'Pages',
  block: 'Blocks',
  command: 'Commands',
  key: 'Properties',
  value: 'Values',
} as const

interface CompletionsProps {
  readonly typing: Signal<Typing | undefined>
  /** The page of the field. */
  readonly pageId: string
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Gets the handler of keys while the list is open. */
  readonly chooser: RefObject<Chooser | null>
  readonly choose: (choice: Choice, isEmbed: boolean) => void
}

function wordsOf(choice: Choice): string {
  if ('block' in choice) return choice.words
  if ('command' in choice) return choice.command.words
  if ('value' in choice) return choice.value
  if ('property' in choice)
    return choice.isNew === true ? `New property “${choice.property}”` : choice.property
  return choice.isNew === true ? `New page “${choice.name}”` : choice.name
}

export function Completions({
  typing,
  pageId,
  field,
  chooser,
  choose,
}: CompletionsProps): JSX.Element | null {
  const app = useApp()
  const [at, setAt] = useState(0)
  const now = typing.value
  const blocks = useBlocksWith(now?.kind === 'block' ? now.name.trim() : '', caretNow()?.id)
  const keys = useKeysInUse(now?.kind === 'key')
  const choices = now ? (now.kind === 'block' ? blocks : choicesFor(app, now, { keys, pageId })) : []
  const isOpen = choices.length > 0
  const chosen = Math.min(at, choices.length - 1)

  useLayoutEffect(() => setAt(0), [now?.name, now?.start])
  useLayoutEffect(() => {
    chooser.current = isOpen
      ? (key, isShifted) => {
          if (key === 'ArrowDown') setAt((chosen + 1) % choices.length)
          else if (key === 'ArrowUp') setAt((chosen + choices.length - 1) % choices.length)
          else if (key === 'Enter' || key === 'Tab') choose(choices[chosen]!, isShifted)
          else if (key === 'Escape') typing.value = undefined
          else return false
          return true
        }
      : null
    const attributes = {
      'aria-controls': 'completions',
      'aria-activedescendant': `completion-${chosen}`,
      'aria-autocomplete': 'list',
    }
    for (const [attribute, value] of Object.entries(attributes))
      if (isOpen) field.current?.setAttribute(attribute, value)
      else field.current?.removeAttribute(attribute)
  })

  if (!isOpen) return null
  return (
    <ul class="completions" id="completions" role="listbox" aria-label={LABELS[now!.kind]}>
      {choices.map((choice, i) => (
        <li
          key={'block' in choice ? choice.block : wordsOf(choice)}
          ref={(item) => {
            if (i === chosen) item?.scrollIntoView({ block: 'nearest' })
          }}
          id={`completion-${i}`}
          role="option"
          aria-selected={i === chosen}
          dir="auto"
          onMouseDown={(event) => {
            event.preventDefault()
            choose(choice, event.shiftKey)
          }}
        >
          {wordsOf(choice)}
        </li>
      ))}
    </ul>
  )
}

/** The keys of properties that the notes use, once a key is typed. */
function useKeysInUse(isAsked: boolean): readonly string[] {
  const { engine } = useApp().notes
  return useLately(`keys in use ${isAsked}`, async () => (isAsked ? engine.propertyKeys() : [])) ?? []
}

interface Around {
  readonly keys: readonly string[]
  readonly pageId: string
}

function propertyChoices(
  { pages }: OpenApp,
  { kind, name, key = '' }: Typing,
  { keys, pageId }: Around,
): readonly Choice[] {
  const type = pages.all.peek().find(({ id }) => id === pageId)?.type
  const typed = name.trim()
  if (kind === 'key') {
    const found = keysFor(typed, type, keys)
    // A key that is written whole comes first, so that Enter takes no other one.
    if (key !== '') {
      const others = found.filter((one) => one !== key).slice(0, MOST - 1)
      const own = { property: key, isNew: !found.includes(key) }
      return others.length === 0 ? [] : [own, ...others.map((property): Choice => ({ property }))]
    }
    const list = found.slice(0, MOST).map((property): Choice => ({ property }))
    return typed === '' || found.includes(typed) ? list : [...list, { property: typed, isNew: true }]
  }
  const values = valuesFor(key, type, typed, () => findPages(pages.all.value, typed))
  return values.slice(0, MOST).map((value): Choice => ({ value }))
}

function choicesFor(app: OpenApp, typing: Typing, around: Around): readonly Choice[] {
  const { pages } = app
  const { kind, name } = typing
  if (kind === 'key' || kind === 'value') return propertyChoices(app, typing, around)
  if (kind === 'command') return findCommands(name.trim()).map((command) => ({ command }))
  const typed = name.trim()
  if (kind === 'tag' && typed === '') return []
  const isMention = kind === 'mention'
  const day = kind === 'tag' ? undefined : typedDay(typed)
  // Behind @ are also words that name nobody. So nothing is forgiven there, and no page is made.
  const fits = (page: FoundPage): boolean =>
    !isMention || foldForSearch(page.alias ?? page.name).includes(foldForSearch(typed))
  const found = findPages(pages.all.value, typed).filter(fits).slice(0, MOST)
  // An alias is a name of the page too, and stays as it is typed.
  const names = [...(day === undefined ? [] : [day.name]), ...found.map((page) => page.alias ?? page.name)]
  const isThere = names.some((one) => one.toLowerCase() === typed.toLowerCase())
  const list = [...new Set(names)].map((one): Choice => ({ name: one }))
  return typed === '' || isThere || day || isMention ? list : [...list, { name: typed, isNew: true }]
}
