/** The words of a block as HTML, by the one renderer. Blocks that it refers to are read from the device, and drawn when they are there. */
import type { BlockView, Looks, Sources } from '@notegraph/render/core'
import { signal, type Signal } from '@preact/signals'
import type { RemoteEngine } from '@notegraph/sync'
import type { Files } from './files.ts'
import { addressOf } from './places.ts'
import { trustedHtml, type TrustedHtml } from './trusted.ts'

/** Turns a block into HTML. A signal that it reads draws the block again. */
export type RenderBlock = (content: string) => TrustedHtml

/** Blocks whose words are drawn elsewhere too. */
const MOST_KEPT = 5_000

/** The renderer. It is loaded beside the notes, and blocks are shown as written until it is there. */
const core = signal<typeof import('@notegraph/render/core') | undefined>(undefined)
void import('@notegraph/render/core').then((loaded) => {
  core.value = loaded
  return undefined
})

/** The first line of a text, as words. */
export function firstLine(text: string): string {
  const line = text.split('\n')[0]!
  const { value: render } = core
  return render ? render.htmlWords(render.createRenderer().line(line)) : line
}

/** The HTML of a block for other programs. Addresses of pages lead nowhere there. */
export function richText(content: string): string {
  const { value: render } = core
  return render ? render.createRenderer().block(render.readBlock(content)) : `<p>${escaped(content)}</p>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The libraries for formulas and for code in colors. They are loaded when the first block needs them. */
const looks: Signal<Looks> = signal({ maths: loadLooks, code: loadLooks })
let loading: Promise<void> | undefined

/** Shows the block as written. It reads the signal, so that the block is drawn again with the libraries. */
function loadLooks(): undefined {
  void looks.value
  loading ??= import('@notegraph/render/looks').then(({ formulas, colors }) => {
    looks.value = { maths: formulas, code: colors }
    return undefined
  })
  return undefined
}

export function blockRenderer(engine: RemoteEngine, files: Files): RenderBlock {
  const blocks = new Map<string, Signal<BlockView | undefined>>()

  function view(id: string): BlockView | undefined {
    let shown = blocks.get(id)
    if (!shown) {
      if (blocks.size >= MOST_KEPT) blocks.clear()
      blocks.set(id, (shown = signal(undefined)))
      void read(id, shown)
    }
    return shown.value
  }

  async function read(id: string, shown: Signal<BlockView | undefined>): Promise<void> {
    const record = await engine.record(id)
    if (record?.kind !== 'block' || record.deleted !== undefined) return
    shown.value = {
      address: addressOf({ at: 'block', id }),
      words: firstLine(record.words.text),
    }
  }

  engine.on('change', (ids) => {
    // None: any of them, as another worker went on.
    for (const id of ids.length > 0 ? ids : blocks.keys()) {
      const shown = blocks.get(id)
      if (shown) void read(id, shown)
    }
  })

  const sources: Sources = {
    page: (name) => addressOf({ at: 'name', name }),
    block: view,
    origin: location.origin,
  }
  return (content) => {
    const { value: render } = core
    if (!render) return trustedHtml(`<p>${escaped(content)}</p>`)
    const { createRenderer, needsOf, readBlock } = render
    const read = readBlock(content)
    // Reads what the block refers to, so that a change there draws the block again.
    const needs = needsOf([read])
    for (const id of needs.blocks) view(id)
    const file = content.includes('![') ? files.picture : files.link
    for (const id of needs.files) file(id)
    // A renderer spends a bounded amount on formulas and colours, so each block has its own.
    return trustedHtml(createRenderer({ ...sources, file }, undefined, looks.peek()).block(read))
  }
}
