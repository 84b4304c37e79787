/**
 * Names and block references that the parser collects from a block's words and values. Each folded name appears once,
 * in its first spelling, in order of appearance.
 *
 * @see decisions 2.5
 */
import { fold } from './fold.ts'

/** A reference in a text, which the words of the block with this id can replace. */
export interface Spot {
  readonly start: number
  readonly end: number
  readonly id: string
}

/**
 * A range of the content that is syntax and not words, for an editor or a renderer. Marks are in order and do not
 * overlap. `text` is the range of the visible words: a label, a name, the inside of a code span. An embedded link or
 * block is one mark together with its macro.
 */
export interface Mark {
  readonly kind:
    'link' | 'tag' | 'block' | 'web' | 'url' | 'code' | 'fence' | 'maths' | 'comment' | 'macro' | 'escape'
  readonly start: number
  readonly end: number
  readonly text?: readonly [start: number, end: number]
  /** The id of the block that a mark of kind `block` refers to. */
  readonly id?: string
}

interface Use {
  tag: boolean
  link: boolean
}

/** Collects the references of one block while the parser reads it. */
export class References {
  readonly refs: string[] = []
  readonly tags: string[] = []
  readonly links: string[] = []
  readonly blockRefs: string[] = []
  readonly spots: Spot[] = []
  /** All marks, or `undefined` unless the caller asked for them. */
  readonly marks: Mark[] | undefined
  /** The number of names so far, repeated ones included. */
  count = 0
  // Most blocks name nothing, so the maps are created on first use.
  #uses: Map<string, Use> | undefined
  #blocks: Set<string> | undefined

  constructor(withMarks = false) {
    this.marks = withMarks ? [] : undefined
  }

  mark(kind: Mark['kind'], start: number, end: number, text?: Mark['text']): void {
    this.marks?.push({ kind, start, end, ...(text && { text }) })
  }

  /** Adds a name, unless it is blank. */
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
