/**
 * The blocks of a page as a list of text fields. Each keystroke is saved on this device, so that words from another device
 * never replace words that somebody typed here: the engine keeps both, and the list shows them for a person to choose.
 */
import type { Engine } from '@notegraph/sync'

type Blocks = Awaited<ReturnType<Engine['blocks']>>
type Shown = Blocks[number]

interface Row {
  readonly item: HTMLLIElement
  draw(block: Shown, position: number): void
}

/** @returns a function that draws the blocks it is given; fields that stay keep their focus and their cursor */
export function blockList(list: HTMLElement, engine: Engine): (blocks: Blocks) => void {
  const rows = new Map<string, Row>()
  return (blocks) => {
    const ids = new Set(blocks.map(({ record }) => record.id))
    for (const [id, { item }] of rows)
      if (!ids.has(id)) {
        item.remove()
        rows.delete(id)
      }
    for (const [i, block] of blocks.entries()) {
      const { id } = block.record
      const row = rows.get(id) ?? newRow(id, engine)
      rows.set(id, row)
      row.draw(block, i + 1)
      if (list.children[i] !== row.item) list.insertBefore(row.item, list.children[i] ?? null)
    }
  }
}

function newRow(id: string, engine: Engine): Row {
  const item = document.createElement('li')
  const field = document.createElement('textarea')
  const versions = document.createElement('div')
  item.append(field, versions)
  field.rows = 1
  let saving = 0
  field.addEventListener('input', () => void save())

  async function save(): Promise<void> {
    saving++
    const edited = await engine.setText(id, field.value)
    saving--
    field.setCustomValidity(edited.ok ? '' : edited.error)
    field.reportValidity()
  }

  return {
    item,
    draw({ record, depth }, position) {
      item.style.setProperty('--depth', String(depth))
      field.setAttribute('aria-label', `Block ${position}`)
      // Until the last keystroke is saved, the field is ahead of the engine.
      if (saving === 0 && field.validity.valid && field.value !== record.words.text)
        field.value = record.words.text
      const others = (record.versions ?? []).map(({ text, rev, device }) =>
        version(`${device || 'Another device'} wrote: ${text}`, 'Use this version', () =>
          engine.pick(id, rev),
        ),
      )
      const own = version('Two devices changed this block.', 'Keep the text above', () =>
        engine.pick(id, record.words.rev),
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
