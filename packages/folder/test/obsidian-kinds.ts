/** Kinds of Obsidian vaults, and what an import and an export change in them. */
import type { Kind } from './kind.ts'

const OUTLINE = 'headings and paragraphs become bullets'

export const OBSIDIAN_KINDS: readonly Kind[] = [
  {
    kind: 'obsidian-daily-notes',
    rewritten: {
      'Journal/2026/11/2026-11-19 Thursday.md': OUTLINE,
      'Journal/2026/11/2026-11-20 Friday.md': 'a link with a label becomes `[label]([[Page]])`',
    },
    words: { tuesday: 'the link to the day: [[2026-12-01]]' },
  },
]
