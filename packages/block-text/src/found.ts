/**
 * What the reading of a block's words and values has found so far: names, once per folded name, spelled as first
 * written and in order of appearance; and references to blocks.
 *
 * @see decisions 2.5
 */
import { fold } from './fold.ts'

/** A place in a text that reads as another block's words. */
export interface Spot {
  readonly start: number
  readonly end: number
  readonly id: string
}

/**
 * A place in the content that reads as something other than words, in order of its beginning; none within another.
 * `text` are the words that stand for it, as a place too: a label, a name, what a code span holds. A link or a block that is
 * embedded is one place with the macro around it.
 */
export interface Mark {
  readonly kind:
    'link' | 'tag' | 'block' | 'web' | 'url' | 'code' | 'fence' | 'maths' | 'comment' | 'macro' | 'escape'
  readonly start: number
  readonly end: number
  readonly text?: readonly [start: number, end: number]
  /** The block that it refers to. */
  readonly id?: string
}

interface Use {
  tag: boolean
  link: boolean
}

export class Found {
  readonly refs: string[] = []
  readonly tags: string[] = []
  readonly links: string[] = []
  readonly blockRefs: string[] = []
  readonly spots: Spot[] = []
  /** Every place that is no words; kept only where they are asked for. */
  readonly marks: Mark[] | undefined
  /** How many names were met, those met before too. */
  count = 0
  // Most blocks name nothing, so the maps are made when they are needed.
  #uses: Map<string, Use> | undefined
  #blocks: Set<string> | undefined

  constructor(withMarks = false) {
    this.marks = withMarks ? [] : undefined
  }

  mark(kind: Mark['kind'], start: number, end: number, text?: Mark['text']): void {
    this.marks?.push({ kind, start, end, ...(text && { text }) })
  }

  /** Takes in a name; a blank one is none. */
  name(written: string, tag: boolean): void {
    const name = written.trim()
    if (name === '') return
    this.count++
    const key = fold(name)
    const uses = (this.#uses ??= new Map<string, Use>())
    let use = uses.get(key)
    if (!use) {
      use = { tag: false, link: false }
      uses.set(key, use)
      this.refs.push(name)
    }
    if (tag && !use.tag) {
      use.tag = true
      this.tags.push(name)
    } else if (!tag && !use.link) {
      use.link = true
      this.links.push(name)
    }
  }

  block(id: string): void {
    this.#blocks ??= new Set()
    if (this.#blocks.has(id)) return
    this.#blocks.add(id)
    this.blockRefs.push(id)
  }
}
