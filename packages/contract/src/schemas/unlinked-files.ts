/** Files that an import brought and nothing links: kept until a person removes them. @see service, Limits */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { limit, offset } from '../requests/parameters.ts'
import { Count, list, Timestamp } from './scalars.ts'

export const UnlinkedFile = v.pipe(
  v.strictObject({
    id: v.string(),
    name: v.string(),
    path: v.exactOptional(
      v.pipe(v.string(), v.description('Where it was in the folder that was imported, where that is known.')),
    ),
    type: v.pipe(v.string(), v.description('Media type.')),
    size: v.pipe(Count, v.description('Bytes.')),
    createdAt: v.pipe(Timestamp, v.description('When it was brought.')),
    why: v.pipe(v.string(), v.description('Why it is listed, in words.')),
  }),
  v.description('A file that an import brought and nothing links.'),
)
export type UnlinkedFile = v.InferOutput<typeof UnlinkedFile>

export const UnlinkedFilesQuery = v.object({ limit: limit(LIMITS.listDefault), offset: offset() })
export type UnlinkedFilesQuery = v.InferOutput<typeof UnlinkedFilesQuery>

export const UnlinkedFileList = v.pipe(
  v.strictObject({ files: list(UnlinkedFile), ...envelope }),
  v.description('Files that an import brought and nothing links, by name.'),
)
export type UnlinkedFileList = v.InferOutput<typeof UnlinkedFileList>

const MOST = LIMITS.filesRemovedAtOnce

export const RemoveFiles = v.strictObject(
  {
    ids: v.pipe(
      list(v.string()),
      v.minLength(1, 'ids is empty; name at least one file.'),
      v.maxLength(MOST, ({ input }) => `ids takes up to ${MOST} files, not ${input.length}.`),
      v.description('The ids of files, as the list of unlinked files says them.'),
    ),
  },
  'ids is missing: the ids of files.',
)
export type RemoveFiles = v.InferOutput<typeof RemoveFiles>

export const RemoveFilesAnswer = v.strictObject({
  removed: v.pipe(list(v.string()), v.description('The ids of the files that were removed.')),
  left: v.pipe(
    list(v.string()),
    v.description('Those that were not: something links them by now, or there is no such file.'),
  ),
})
export type RemoveFilesAnswer = v.InferOutput<typeof RemoveFilesAnswer>
