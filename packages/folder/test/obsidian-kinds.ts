/** Kinds of Obsidian vaults, with the changes by an import and an export. */
import type { Kind } from './kind.ts'

const OUTLINE = 'headings, paragraphs and front matter become an outline with properties'
const LABEL = 'a link with a label becomes `[label]([[Page]])`'

export const OBSIDIAN_KINDS: readonly Kind[] = [
  {
    kind: 'obsidian-tasks',
    rewritten: {
      'Chores.md': 'boxes become markers, emoji become date lines and priorities',
      'Projects/Move house.md': OUTLINE,
    },
    words: {
      repeat: 'the repeater of the date',
      months: '.+3m',
      week: '+1w',
      when: '.+3m',
      priority: '[#A]',
      high: '[#A]',
    },
  },
  {
    kind: 'obsidian-dataview',
    rewritten: { 'Books/The Left Hand of Darkness.md': OUTLINE, 'Reading list.md': OUTLINE },
    words: { due: 'DEADLINE:', publisher: 'reported: a page keeps no empty property' },
    reported: { 'Books/The Left Hand of Darkness.md:13': 'the value is empty' },
  },
  {
    kind: 'obsidian-daily-notes',
    rewritten: {
      'Journal/2026/11/2026-11-19 Thursday.md': OUTLINE,
      'Journal/2026/11/2026-11-20 Friday.md': LABEL,
      'Templates/Day.md': OUTLINE,
      'Weekly/2026-W47.md': 'a link to a day that has no note becomes `[label]([[2026-11-16]])`',
    },
    words: { tuesday: 'the link to the day: [[2026-12-01]]' },
  },
  {
    kind: 'obsidian-canvas',
    rewritten: {
      'Boards/Empty.canvas': 'a canvas becomes a whiteboard, and its file stays a file',
      'Boards/Novel.canvas': 'a canvas becomes a whiteboard, and its file stays a file',
      'Notes/Ines.md': OUTLINE,
      'Notes/Letter.md': 'links to the canvas name the whiteboard',
    },
  },
  {
    kind: 'obsidian-callouts',
    rewritten: { 'Hike.md': OUTLINE },
    inManifest: { 'Hike.md': 'bullets in comments begin blocks when Logseq reads them' },
    words: { img: 'the folder of a picture: `assets/`' },
  },
  {
    kind: 'obsidian-block-ids',
    rewritten: { 'Notes on Stoics.md': OUTLINE, 'Sources/Meditations.md': OUTLINE },
  },
  {
    kind: 'obsidian-templates',
    rewritten: {
      'Templates/Book.md': OUTLINE,
      'Templates/Meeting.md': OUTLINE,
      'Weekly sync.md': OUTLINE,
    },
    words: { cssclasses: 'reported: a page keeps no empty property' },
    reported: {
      'Templates/Meeting.md:4': 'the value is empty',
      'Weekly sync.md:8': 'the value is empty',
    },
  },
]
