/** Imported files that no note links; the server keeps them until a person deletes them. @see service, Limits */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { Count, list, Timestamp } from './scalars.ts'

/** An imported file that no note links. */
export const UnlinkedFile = v.pipe(
  v.strictObject({
    id: v.string(),
    name: v.string(),
    path: v.exactOptional(v.pipe(v.string(), v.description('The path in the imported folder, if known.'))),
    type: v.pipe(v.string(), v.description('Media type.')),
    size: v.pipe(Count, v.description('Bytes.')),
    createdAt: v.pipe(Timestamp, v.description('The time of the import.')),
    why: v.pipe(v.string(), v.description('The reason, for people.')),
  }),
  v.description('An imported file that no note links.'),
)
export type UnlinkedFile = v.InferOutput<typeof UnlinkedFile>

/** The answer of the list of unlinked files, by name. */
export const UnlinkedFileList = v.pipe(
  v.strictObject({ files: list(UnlinkedFile), ...envelope }),
  v.description('Imported files that no note links, by name.'),
)
export type UnlinkedFileList = v.InferOutput<typeof UnlinkedFileList>

const MOST = LIMITS.filesRemovedAtOnce

/** The body for deleting unlinked files. */
export const RemoveFiles = v.strictObject(
  {
    ids: v.pipe(
      list(v.string()),
      v.minLength(1, 'ids is empty. Name at least one file.'),
      v.maxLength(MOST, ({ input }) => `ids takes up to ${MOST} files, not ${input.length}.`),
      v.description('The ids of files, from the list of unlinked files.'),
    ),
  },
  'ids is missing. Set it to the ids of files.',
)
export type RemoveFiles = v.InferOutput<typeof RemoveFiles>

/** The answer: the ids of deleted files, and of files that were kept. */
export const RemoveFilesAnswer = v.strictObject({
  removed: v.pipe(list(v.string()), v.description('The ids of the deleted files.')),
  left: v.pipe(
    list(v.string()),
    v.description('The ids that were not deleted: a note links the file by now, or the file does not exist.'),
  ),
})
export type RemoveFilesAnswer = v.InferOutput<typeof RemoveFilesAnswer>
