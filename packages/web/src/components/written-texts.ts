/** The texts of blocks as written, where they address files. Answers of the store have the names of files instead. */
import type { NotesReader } from '@notegraph/service'
import type { StoredBlock } from '@notegraph/store'
import type { Visit } from '../page.ts'

const mayShowFile = ({ content }: StoredBlock): boolean => /\[(?:picture|file): /.test(content)

/** @returns by id; blocks without files are left out */
export async function writtenTexts(
  reader: NotesReader,
  { caller }: Visit,
  blocks: readonly StoredBlock[],
): Promise<ReadonlyMap<string, string>> {
  const ids = blocks.filter(mayShowFile).map(({ id }) => id)
  if (ids.length === 0) return NONE
  const records = await reader.graph(caller).records.findMany(ids)
  return new Map(
    records.flatMap(({ record }) => (record.kind === 'block' ? [[record.id, record.words.text]] : [])),
  )
}

const NONE: ReadonlyMap<string, string> = new Map()
