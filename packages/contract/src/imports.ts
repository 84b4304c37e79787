/**
 * The import of an archive: how far it has come, and what came of it.
 * @see operations, import
 */
import * as v from 'valibot'
import { ErrorBody } from './errors.ts'
import { Count, list, Timestamp } from './scalars.ts'

export const IMPORT_STATES = ['running', 'done', 'failed', 'cut_off'] as const

const place = {
  file: v.string(),
  line: v.pipe(Count, v.description('In the file; 1 where it is the file itself.')),
}

export const ImportReport = v.pipe(
  v.strictObject({
    pages: v.pipe(Count, v.description('Pages that it added, journal days apart.')),
    journals: v.pipe(Count, v.description('Journal days that it added.')),
    blocks: v.pipe(Count, v.description('Blocks that it added.')),
    files: v.pipe(Count, v.description('Files that it added.')),
    skipped: v.pipe(Count, v.description('Pages, blocks and files that were there already.')),
    unread: v.pipe(
      list(v.strictObject({ ...place, why: v.string() })),
      v.description('What could not be read, the first of it.'),
    ),
    unreadTotal: Count,
    missing: v.pipe(
      list(v.strictObject({ ...place, asset: v.string() })),
      v.description(
        'Links to files that the archive does not hold, the first of them; their words are kept.',
      ),
    ),
    missingTotal: Count,
  }),
  v.description('What came of an import.'),
)
export type ImportReport = v.InferOutput<typeof ImportReport>

export const ImportJob = v.pipe(
  v.strictObject({
    id: v.string(),
    state: v.pipe(
      v.picklist(IMPORT_STATES),
      v.description(
        '`cut_off` where the server stopped meanwhile. What had come in stays, also where it `failed`; importing again adds the rest.',
      ),
    ),
    startedAt: Timestamp,
    endedAt: v.exactOptional(Timestamp),
    done: v.pipe(Count, v.description('Notes and files that it has come through.')),
    total: v.pipe(Count, v.description('Notes and files that there are; 0 until that is known.')),
    report: v.exactOptional(ImportReport),
    error: v.exactOptional(v.pipe(ErrorBody, v.description('Why it failed.'))),
  }),
  v.description('The import of an archive.'),
)
export type ImportJob = v.InferOutput<typeof ImportJob>

export const ImportAnswer = v.pipe(
  v.strictObject({ import: v.nullable(ImportJob) }),
  v.description('The import that is under way, or the last; `null` where there was none.'),
)
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>
