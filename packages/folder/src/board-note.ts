/** A whiteboard of another app as a note: each of its texts becomes blocks of a page. */
import type { NoteDraft } from './draft.ts'
import { findingLog, type Finding } from './findings.ts'
import { checkFlat, TooMuch, tooManyBlocks } from './limits.ts'
import { flatten } from './outline-draft.ts'
import type { FolderPlan } from './plan.ts'
import { readMarkdown, type PartsOf } from './read-markdown.ts'

/**
 * Builds the note.
 *
 * @param texts Markdown, in reading order
 * @throws TooMuch
 */
export function boardNote(
  plan: FolderPlan,
  path: string,
  texts: readonly string[],
  partsOf?: PartsOf,
): NoteDraft {
  const { blocks: most = Infinity } = plan.limits
  if (texts.length > most) throw tooManyBlocks(1, most)
  // Each text is parsed separately, so that a heading or a fence ends with its text. The first bullet keeps lines of
  // the text from being properties of the page.
  const read = (text: string): NoteDraft => {
    const isOutline = plan.style === 'notes' && OUTLINE.test(text)
    try {
      return readMarkdown(plan, path, `-\n${isOutline ? text : bullet(text)}`, false, partsOf)
    } catch (error) {
      throw error instanceof TooMuch ? new TooMuch(1, error.message) : error
    }
  }
  const [first, ...others] = (texts.length === 0 ? [''] : texts).map(read)
  const notes = [first!, ...others]
  const blocks = notes.flatMap((note) => note.blocks.slice(1).map((block) => ({ ...block, line: 1 })))
  checkFlat(flatten(blocks), plan.limits)
  return {
    ...first!,
    blocks: texts.length === 0 ? [] : blocks,
    assets: [...new Set(notes.flatMap(({ assets }) => assets))],
    missing: notes.flatMap(({ missing }) => missing.map((asset) => ({ ...asset, line: 1 }))),
    findings: findingsOf(notes),
    wanted: notes.flatMap(({ wanted = [] }) => wanted.map((one) => ({ ...one, line: 1 }))),
  }
}

/** Adds up the findings of all texts; the name of the page counts once. */
function findingsOf(texts: readonly NoteDraft[]): Finding[] {
  const log = findingLog()
  for (const [index, { findings = [] }] of texts.entries())
    for (const { kind, count } of findings)
      if (index === 0 || kind !== 'page_renamed') log.note(kind, 1, count)
  return log.list()
}

/** A text that begins with a heading or a list has its own outline; any other text is one bullet. */
const OUTLINE = /^(?:#{1,6}[ \t]|[-*+][ \t])/u
/** A dash before dashes would be a rule. */
const bullet = (text: string): string =>
  `${text.startsWith('-') ? '*' : '-'} ${text.replaceAll('\n', '\n  ')}`
