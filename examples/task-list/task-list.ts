/**
 * Prints the open tasks of a folder of Markdown notes, ordered by day. It needs no server: the folder is read into
 * memory, and `@notegraph/search` lists the tasks as the server would.
 */
import { isoDay, visibleLine } from '@notegraph/block-text'
import { pageRecords, type NoteDraft } from '@notegraph/folder'
import { readFolder } from '@notegraph/folder/node'
import { listTasks, readNotes, type NoteBlock } from '@notegraph/search'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node examples/task-list/task-list.ts FOLDER')
  process.exit(2)
}

const { notes } = await readFolder(folder)
const drafts: NoteDraft[] = []
for await (const read of notes()) {
  if (read.ok) drafts.push(read.note)
  else for (const { file, line, why } of read.unread) console.error(`${file}:${line}: ${why}`)
}

const pages = pageRecords(drafts, { now: Date.now(), newId: () => crypto.randomUUID() })
const records = pages.flatMap(({ record, blocks }) => [record, ...blocks.map(({ item }) => item)])

for (const task of listTasks(readNotes(records)).blocks) console.log(line(task))

function line({ parsed, page }: NoteBlock): string {
  const { scheduled, deadline, marker, priority } = parsed
  const due = deadline ?? scheduled
  const day = due === undefined ? '          ' : isoDay(due)
  const urgency = priority === undefined ? '' : `[#${priority}] `
  return `${day}  ${marker} ${urgency}${visibleLine(parsed).text}  (${page.name})`
}
