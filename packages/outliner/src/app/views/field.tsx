/**
 * The text field of the block with the caret. The browser owns its text, so that input methods, spelling and dictation work
 * as everywhere; the model hears of each change.
 *
 * @see outliner 3.8
 */
import { referenceTo, typePair, writtenEnd, type Focus, type TextSelection } from '@notegraph/outliner'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { act } from '../act.ts'
import { activeField, type ActiveField } from '../active-field.ts'
import { atEdge, commandIn, textAfter } from '../keys.ts'
import { typingAt, withBlock, withName, withoutTyping, withWords, type Typing } from '../completion.ts'
import { dialog } from '../dialog.ts'
import { doneLast } from '../done-last.ts'
import type { PageModel } from '../page-model.ts'
import { copiedIn, pasteLater } from '../paste-later.ts'
import { pickFiles } from '../pick-files.ts'
import { minuteNow, today } from '../today.ts'
import { isSameCaret } from '../rows.ts'
import { lineAt } from '../wrapped-lines.ts'
import { useApp } from './app-context.ts'
import type { Choice, Chooser } from './completions.tsx'
import { lazily } from './lazily.tsx'

const Completions = lazily(async () => (await import('./completions.tsx')).Completions)

/** Other browsers get the size of the text at each change. */
const sizesItself = CSS.supports('field-sizing', 'content')

interface FieldProps {
  readonly model: PageModel
  /** The block of the field. */
  readonly id: string
}

export function Field({ model, id }: FieldProps): JSX.Element | null {
  const app = useApp()
  const ref = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<Chooser>(null)
  const isPlain = useRef(false)
  // Draws the field again when a step moves the caret alone.
  void model.rows.caret.value
  /** The focus of the model that the field shows. */
  const shown = useRef<Focus>(null)
  const done = useRef(doneLast.peek())
  // Read by the list alone: drawing the field again would move the caret of an input method.
  const typing = useSignal<Typing | undefined>(undefined)

  // The model's text and caret, when the field appears and after a command that changed them.
  useLayoutEffect(() => {
    const { focus } = model.state
    const field = ref.current
    if (!field || focus?.kind !== 'caret' || focus.id !== id) return
    if (field.value !== focus.text) field.value = focus.text
    const isNew = document.activeElement !== field
    if (isNew) field.focus({ preventScroll: true })
    field.setSelectionRange(focus.start, focus.end)
    fit(field)
    const last = doneLast.peek()
    if (isNew && last?.command === 'goUp' && last.state.focus === focus) {
      toLastLine(field)
      model.type(field.value, field.selectionStart, field.selectionEnd)
    }
    shown.current = model.state.focus
    // Words of somebody else scroll nothing.
    if (isNew || done.current !== last) field.scrollIntoView({ block: 'nearest' })
    done.current = last
  })

  // Browsers tell of no blur when a field is taken away.
  useEffect(
    () => () => {
      if (activeField.peek()?.owner !== ref) return
      activeField.value = undefined
      model.isComposing = false
    },
    [],
  )

  if (model.state.focus?.kind !== 'caret') return null

  const selection = (): TextSelection => {
    const { value: text, selectionStart: start, selectionEnd: end } = ref.current!
    return { text, start, end }
  }
  const hear = (isOver = false): void => {
    const { focus } = model.state
    // The caret may be in another block already when this field hears of its own blur.
    if (focus?.kind !== 'caret' || focus.id !== id) return
    const { text, start, end } = selection()
    fit(ref.current!)
    const isTyped = text !== focus.text
    model.type(text, start, end, isOver)
    shown.current = model.state.focus
    const [open, next] = [typing.peek(), typingAt({ text, start, end })]
    // A list opens as somebody types, and not because the caret comes by.
    const stays = open?.kind === next?.kind && open?.start === next?.start
    typing.value = isTyped || stays ? next : undefined
  }
  // Browsers tell of a caret late. The model may have another one by then, or words of others, which the field is about to show.
  const hearCaret = (): void => {
    if (isSameCaret(shown.current, model.state.focus)) hear()
  }
  /** Replaces the text of the field. */
  const put = ({ text, start, end }: TextSelection): void => {
    const field = ref.current!
    const isOver = text === field.value
    field.value = text
    field.setSelectionRange(start, end)
    hear(isOver)
  }
  /** The same as a step of undo. */
  const write = (next: TextSelection): void => {
    model.endStep()
    put(next)
    model.endStep()
  }

  const active: ActiveField = { model, owner: ref, selection, write, isOpen: () => ref.current !== null }

  const choose = (choice: Choice, isEmbed: boolean): void => {
    const now = typing.peek()
    if (!now) return
    take(choice, isEmbed, now)
    // What was chosen is not offered again. Behind a chosen property are its values, and behind a command perhaps a name.
    if (typing.peek()?.kind === now.kind) typing.value = undefined
  }
  const take = (choice: Choice, isEmbed: boolean, now: Typing): void => {
    if ('block' in choice) return write(withBlock(selection(), now, choice.block, isEmbed))
    if ('property' in choice) return write(withWords(selection(), now, `${choice.property}:: `))
    if ('value' in choice) return write(withWords(selection(), now, choice.value))
    if ('name' in choice) return write(withName(selection(), now, choice.name, isEmbed))
    const before = withoutTyping(selection(), now)
    const next = choice.command.run(before, today(), minuteNow())
    write(typeof next === 'string' ? before : next)
    if (next === 'file') void pickFiles().then(async (files) => app.addFiles(active, files))
    else if (next === 'page') dialog.value = { show: 'move', model }
    else if (next === 'template') dialog.value = { show: 'template', model }
    else if (typeof next === 'string') dialog.value = { show: 'date', ask: next, field: active }
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of an input method belong to it. Old browsers say so by the number alone.
    if (event.isComposing || event.keyCode === 229) return
    // The list is drawn a moment after it was closed.
    if (typing.peek() && chooser.current?.(event.key, event.shiftKey) === true) return event.preventDefault()
    hear()
    const command = commandIn(event, 'text')
    isPlain.current = command === 'pastePlain'
    const next = textAfter(event, command, selection())
    if (next) {
      event.preventDefault()
      return event.key === 'Backspace' ? put(next) : write(next)
    }
    if (act(model, command, atEdge(event, selection(), ref.current!))) event.preventDefault()
  }

  return (
    <>
      <textarea
        ref={ref}
        class="field"
        dir="auto"
        rows={1}
        aria-label="Block"
        autocapitalize="sentences"
        spellcheck
        onInput={() => hear()}
        onCompositionStart={() => {
          hearCaret()
          model.isComposing = true
        }}
        onCompositionEnd={() => (model.isComposing = false)}
        onSelect={hearCaret}
        onKeyDown={onKeyDown}
        onBeforeInput={(event) => {
          const { data, inputType, isComposing } = event as InputEvent
          // Keyboards of phones send no keys, and a tap may have moved the caret.
          if (!isComposing) hearCaret()
          if (inputType !== 'insertText' || isComposing || data?.length !== 1) return
          const next = typePair(selection(), data)
          if (!next) return
          event.preventDefault()
          put(next)
        }}
        onCopy={(event) => {
          const { start, end } = selection()
          const { focus } = model.state
          // Without a selection, the reference to the block, as in Logseq.
          if (start !== end || focus?.kind !== 'caret' || !event.clipboardData) return
          event.preventDefault()
          event.clipboardData.setData('text/plain', referenceTo(focus.id, 'reference'))
        }}
        onPaste={(event) => {
          if (!event.clipboardData) return
          event.preventDefault()
          void pasteLater(copiedIn(event.clipboardData), {
            app,
            model,
            field: active,
            isPlain: isPlain.current,
          })
          isPlain.current = false
        }}
        onFocus={() => {
          activeField.value = active
          const { focus } = model.state
          const field = ref.current
          // Chromium loses the caret, and then takes no keys, where a dialog that had the focus goes at once.
          if (field && focus?.kind === 'caret' && focus.id === id)
            field.setSelectionRange(focus.start, focus.end, field.selectionDirection)
        }}
        onBlur={() => {
          // Some browsers tell of it when the field is gone.
          if (!ref.current) return
          hear()
          typing.value = undefined
          activeField.value = undefined
          model.run({ do: 'store' })
        }}
      />
      <Completions typing={typing} pageId={model.pageId} field={ref} chooser={chooser} choose={choose} />
    </>
  )
}

/** An arrow up comes to the last line as the browser wraps it. */
function toLastLine(field: HTMLTextAreaElement): void {
  const { value: text, selectionStart: at } = field
  const end = writtenEnd(text)
  const { column } = lineAt(field, end)
  const place = at - (text.lastIndexOf('\n', end - 1) + 1) + end - column
  if (place > at) field.setSelectionRange(Math.min(place, end), Math.min(place, end))
}

function fit(field: HTMLTextAreaElement): void {
  if (sizesItself) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
