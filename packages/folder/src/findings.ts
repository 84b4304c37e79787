/**
 * Findings: the kinds of content in a folder whose meaning or form an import changes, or which it cannot read. Readers
 * count each kind and note the lines of the first ones.
 */

/** One sentence for each kind, in the order of a report. */
export const FINDINGS = {
  file_unsupported: 'Files of a kind that an import does not read were left out.',
  file_unreadable: 'Files could not be read: they are damaged, too large, or not UTF-8 text.',
  part_unreadable: 'Parts of whiteboards, Roam exports or OPML outlines could not be read and were left out.',
  file_ignored:
    'Files that no note links to, outside of assets in a Logseq folder, and files that its settings hide, were left out.',
  file_missing: 'Links name files that are not in the folder; the links stay as they are.',
  limit: 'Notes over a limit were left out; properties over a limit stay as text.',
  nul: 'NUL characters were removed.',
  drawing: 'Drawings on whiteboards were left out; their text was kept.',
  property_empty: 'Properties of pages without a value were left out.',
  property_key: 'Properties whose key a page cannot have stay as text at the top of the page.',
  property_outliner: "The properties id and collapsed of pages were left out: they are the outliner's own.",
  property_repeated:
    'A page names a property several times; the last value counts, and the others stay as text.',
  property_kept: 'A page already has another value for a property; the page keeps its value.',
  property_json: 'Nested values in front matter were written as JSON on one line.',
  front_matter_text: 'Front matter that could not be read as properties stays as text.',
  title_alias: 'The title, name or id in front matter became an alias; the page is named after its file.',
  page_renamed: 'Pages were named after a path or a day, because their names alone do not tell them apart.',
  page_merged:
    'Several notes are about one page, which has the blocks of all; a block that several files have is there once.',
  id_malformed: 'Lines with id:: that hold no valid id stay as text.',
  id_repeated: 'Ids were found more than once; the first block keeps the id and the others got new ones.',
  id_taken: 'Ids belong to other blocks of the account; new ones were drawn.',
  block_missing: 'References and embeds name blocks that do not exist.',
  embed_missing: 'Embeds name pages that do not exist.',
  embed_size: 'Embeds of notes lost their size; only embeds of files have one.',
  part_missing:
    'Links and embeds name a heading or an anchor that their note does not have; they became links to the note.',
  link_heading: 'Links to a heading lead to its page; the heading stays in the label.',
  link_path: 'Links by path or file name became links to the name of the page.',
  link_case: 'Links that differ from the name of their page in case alone keep their own spelling.',
  link_day: 'Links to days were rewritten with the day as YYYY-MM-DD.',
  task_state: 'Tasks in progress, [/], became DOING, and canceled tasks, [-], became CANCELED.',
  task_box: 'Checkboxes with other signs stay as text.',
  task_recurrence: 'Recurrences that a date cannot express stay as text.',
  task_priority: 'The highest and lowest priority became A and C; their sign stays in the text.',
  task_field: 'Other fields of tasks, such as start dates and ids, stay as text.',
  date_unreadable: 'Dates that are not on the calendar, or that are written in another form, stay as text.',
  inline_field: 'Inline fields became properties of their block.',
  heading_underlined: 'Underlined headings were written with #.',
  code_indented: 'Indented code was written between fences.',
  heading_property: 'The property heading became the # marks of its block.',
  drawer: 'Property drawers became property lines.',
  org: 'Org files were converted to Markdown.',
  comment: 'Comments stay as text of their block, or at the top of the page.',
  template: 'Template placeholders such as {{date}} stay as text.',
} as const

/** The kind of a finding. */
export type FindingKind = keyof typeof FINDINGS

/** The findings of one kind in a note. */
export interface Finding {
  readonly kind: FindingKind
  readonly count: number
  /** The first few lines, from 1. */
  readonly lines: readonly number[]
}

/**
 * Notes a finding.
 *
 * @param line the line, from 1; pass a function if finding the line takes work, and only the first few calls do it
 */
export type Note = (kind: FindingKind, line: number | (() => number), count?: number) => void

/** Collects findings. */
export interface FindingLog {
  readonly note: Note
  list(): Finding[]
}

/** The most lines of one kind in a note, and the most examples in a report. */
export const MOST_EXAMPLES = 5

/** Creates a log of findings. */
export function findingLog(): FindingLog {
  const found = new Map<FindingKind, { count: number; readonly lines: number[] }>()
  return {
    note(kind, line, count = 1) {
      const known = found.get(kind)
      const entry = known ?? { count: 0, lines: [] }
      if (!known) found.set(kind, entry)
      entry.count += count
      if (entry.lines.length < MOST_EXAMPLES) entry.lines.push(typeof line === 'number' ? line : line())
    },
    list: () => Array.from(found, ([kind, { count, lines }]) => ({ kind, count, lines })),
  }
}
