/**
 * The blocks of a page as a list of text fields. Each keystroke is saved on this device, so that words from another device
 * never replace words that somebody typed here: the engine keeps both, and the list shows them for a person to choose.
 */
import type { Line, NotesOfToday } from '../../client/client.ts'

interface Row {
  readonly item: HTMLLIElement
  draw(line: Line, position: number): void
}

/** @returns a function that draws the blocks it is given; fields that stay keep their focus and their cursor */
export function blockList(list: HTMLElement, client: NotesOfToday): (lines: readonly Line[]) => void {
  const rows = new Map<string, Row>()
  return (lines) => {
    const ids = new Set(lines.map(({ id }) => id))
    for (const [id, { item }] of rows)
      if (!ids.has(id)) {
        item.remove()
        rows.delete(id)
      }
    for (const [i, line] of lines.entries()) {
      const { id } = line
      const row = rows.get(id) ?? newRow(line, client)
      rows.set(id, row)
      row.draw(line, i + 1)
      if (list.children[i] !== row.item) list.insertBefore(row.item, list.children[i] ?? null)
    }
  }
}

function newRow({ id, rev: first }: Line, client: NotesOfToday): Row {
  let rev = first
  const item = document.createElement('li')
  const field = document.createElement('textarea')
  const versions = document.createElement('div')
  item.append(field, versions)
  field.rows = 1
  let saving = 0
  let saved: Promise<void> = Promise.resolve()
  field.addEventListener('input', () => {
    saving++
    saved = saved.then(save)
  })

  /** One after the other, because each names the revision of the one before. */
  async function save(): Promise<void> {
    const edited = await client.change({ id, rev }, field.value)
    saving--
    if (edited.ok) rev = edited.rev!
    field.setCustomValidity(edited.ok ? '' : edited.error)
    field.reportValidity()
  }

  return {
    item,
    draw(line, position) {
      item.style.setProperty('--depth', String(line.depth))
      field.setAttribute('aria-label', `Block ${position}`)
      // Until the last keystroke is saved, the field is ahead of the engine.
      if (saving === 0 && field.validity.valid) {
        rev = line.rev
        if (field.value !== line.text) field.value = line.text
      }
      const others = line.others.map(({ text, rev, device }) =>
        version(`${device || 'Another device'} wrote: ${text}`, 'Use this version', () =>
          client.choose(line, rev),
        ),
      )
      const own = version('Two devices changed this block.', 'Keep the text above', () =>
        client.choose(line, line.rev),
      )
      versions.replaceChildren(...(others.length === 0 ? [] : [own, ...others]))
    },
  }
}

function version(text: string, action: string, pick: () => Promise<unknown>): HTMLElement {
  const box = document.createElement('div')
  box.className = 'version'
  const words = document.createElement('p')
  words.textContent = text
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = action
  button.addEventListener('click', () => void pick())
  box.append(words, button)
  return box
}
