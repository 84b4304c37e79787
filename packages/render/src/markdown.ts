/**
 * Markdown as CommonMark and GFM define it, by a library, with the constructs of outlines. Three things differ: HTML is
 * text but for tags that mark words, indented text is words as in every outline, and `block-text` finds web addresses.
 */
import { addCallouts } from './callouts.ts'
import { addCheckboxes } from './checkboxes.ts'
import { addFootnotes } from './footnotes.ts'
import { addHiccup } from './hiccup.ts'
import { addHighlights } from './highlights.ts'
import { createMarkdown, type MarkdownIt } from './library.ts'
import { addLinks } from './links.ts'
import { addLooks } from './looks.ts'
import { addOrgBlocks } from './org-blocks.ts'
import { envOf, type Rendering } from './rendering.ts'
import { addSafeHtml } from './safe-html.ts'
import { addSlots } from './slot-rules.ts'

let made: MarkdownIt | undefined

/** Created at the first use: a statement at the top of a module would stay in every bundle. */
function markdown(): MarkdownIt {
  if (made) return made
  made = createMarkdown()
  const additions = [
    addHighlights,
    addFootnotes,
    addOrgBlocks,
    addCallouts,
    addCheckboxes,
    addLinks,
    addSlots,
    addLooks,
    addSafeHtml,
    addHiccup,
  ]
  for (const add of additions) add(made)
  return made
}

/** Renders paragraphs, lists, tables and other blocks. */
export const markdownBlocks = (text: string, one: Rendering): string => markdown().render(text, envOf(one))

/** Renders the words of one line. */
export const markdownWords = (text: string, one: Rendering): string =>
  markdown().renderInline(text, envOf(one))
