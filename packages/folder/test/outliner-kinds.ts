/** Exports of other outliners, with the changes by an import and an export. */
import type { Kind } from './kind.ts'

const PAGE = 'each page of the export becomes a note'
const OUTLINE = 'the outline becomes a note'
const UID = 'the id of the block'
const LINK = 'a link in Markdown'
const DATE = '[[2020-01-02]]'

export const OUTLINER_KINDS: readonly Kind[] = [
  {
    kind: 'roam',
    rewritten: { 'graph.json#0': PAGE, 'graph.json#1': PAGE, 'graph.json#2': PAGE },
    words: { dune00003: UID, dune00004: UID, dune00006: UID },
  },
  {
    kind: 'opml',
    rewritten: { 'Workflowy.opml#0': OUTLINE, 'trip.opml#0': OUTLINE },
    inManifest: {
      'trip.opml#0': 'a line of a note that begins with `- ` begins a block when Logseq reads it',
    },
    words: { href: LINK, startday: DATE, startmonth: DATE, startyear: DATE, time: DATE },
  },
]
