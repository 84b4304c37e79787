/** Kinds of Logseq folders, with the changes by an import and an export. */
import type { Kind } from './kind.ts'

const TITLE = 'a `title::` line keeps the title of the day'
const DAY_LINK = 'a link to a day without a page is written `yyyy-MM-dd`'
const DRAWER = 'drawers become property lines'
const FILE = 'the address of the file'
const ID = 'the id of the block'
const TIME = 'the time at which the block was made'
const CODE = 'a fence'

export const LOGSEQ_KINDS: readonly Kind[] = [
  {
    kind: 'logseq-2021',
    rewritten: {
      'journals/2021_09_01.md': `${TITLE}, and ${DAY_LINK}`,
      'pages/Books%2FDune.md': '`heading::` becomes marks, and a blank line is indented',
    },
    words: { heading: '## Notes', id: 'the id of the block', true: '## Notes' },
  },
  {
    kind: 'logseq-2023',
    rewritten: { 'journals/2023_05_01.md': TITLE },
    words: { 1683000000000: FILE, assets: FILE, png: FILE, id: 'the id of the block' },
  },
  {
    kind: 'logseq-drawers',
    rewritten: {
      'journals/2020_05_14.org': 'Org becomes Markdown',
      'pages/ada.md': DRAWER,
      'pages/project.md': 'headings get bullets, front matter names the file, drawers become property lines',
    },
    words: {
      1609230242742: TIME,
      created: TIME,
      at: TIME,
      2744: ID,
      '42bc': ID,
      '60ab7357': ID,
      a8fd: ID,
      a9c8db3051df: ID,
      id: ID,
      begin: CODE,
      src: CODE,
      properties: DRAWER,
      title: 'the name of the page',
    },
  },
  {
    kind: 'logseq-pdf-highlights',
    rewritten: { 'pages/hls__paper_1650000000000_0.md': 'an `id::` line is the second of its block' },
    words: { '1f2a3b4c5d6f': ID, assets: FILE, id: ID },
  },
  {
    kind: 'logseq-chinese',
    rewritten: { 'journals/2024_03_04.md': TITLE, 'pages/项目___计划.md': DAY_LINK },
    words: { '2024年03月05日': '[[2024-03-05]]' },
  },
  {
    kind: 'logseq-whiteboards',
    rewritten: { 'whiteboards/sketch.edn': 'what is written on it becomes blocks' },
    reported: { 'whiteboards/sketch.edn:1': 'Drawings on the whiteboard were left out' },
  },
]
