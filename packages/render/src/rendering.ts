/** The block that is being rendered, which every rule of the Markdown library can read. */
import type { BlockText } from '@notegraph/block-text'
import type { Slot } from './slot.ts'
import type { Sources } from './sources.ts'

/** Characters of formulas, and of code in colors. */
export interface Room {
  readonly maths: number
  readonly code: number
}

/** Libraries that show formulas, and code in colors. A renderer without them shows both as written. */
export interface Looks {
  /** The HTML of a formula in TeX; `undefined` shows it as written. */
  readonly maths?: (tex: string, displayMode: boolean) => string | undefined
  /** The HTML of code in colors; `undefined` for an unknown language. */
  readonly code?: (code: string, language: string) => string | undefined
}

export interface Rendering {
  readonly slots: readonly Slot[]
  readonly block: BlockText
  readonly sources: Sources
  /** The characters of formulas and of colored code that the page may still spend. */
  readonly room: { maths: number; code: number }
  readonly looks: Looks
  /** The level of the last heading of the page; its title has level 1. */
  readonly headings: { last: number }
  /** The labels of the footnotes that a reference can lead to. */
  readonly footnotes: ReadonlySet<string>
  /** The number of the last footnote of the page without a label. */
  readonly inlineNotes: { last: number }
  /** The labels of the footnotes that the page has shown; an id is there once. */
  readonly anchored: Set<string>
}

/** The library adds the definitions of links to the object that it passes on. */
export const envOf = (one: Rendering): { one: Rendering } => ({ one })

/** @param env the object that the library passes to each rule */
export const renderingOf = (env: object | undefined): Rendering => (env as { readonly one: Rendering }).one
