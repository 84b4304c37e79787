/**
 * The import of an archive: how far it has come, and what came of it.
 * @see operations, import
 */
import * as v from 'valibot'
import { ErrorBody } from '../errors.ts'
import { choice } from '../requests/parameters.ts'
import { Count, list, Timestamp } from './scalars.ts'

export const IMPORT_STATES = ['running', 'done', 'failed', 'cut_off'] as const

const place = {
  file: v.string(),
  line: v.pipe(Count, v.description('In the file; 1 where it is the file itself.')),
}

export const ImportQuery = v.object({
  dry_run: choice(
    'dry_run',
    ['true', 'false'],
    'With `true` the archive is read and planned, and nothing is written: the report says what an import of it would do.',
  ),
})
export type ImportQuery = v.InferOutput<typeof ImportQuery>

const PlannedCount = v.strictObject({ created: Count, changed: Count, unchanged: Count })

export const ImportPlan = v.pipe(
  v.strictObject({
    pages: v.pipe(PlannedCount, v.description('Journal days apart.')),
    journals: PlannedCount,
    blocks: PlannedCount,
    files: PlannedCount,
    properties: v.pipe(
      PlannedCount,
      v.description('Of pages. One that the page has already keeps its value.'),
    ),
  }),
  v.description(
    'In a dry run: how many of each kind an import would create, change and leave as they are. A page changes where it gains blocks or properties; an import overwrites nothing.',
  ),
)
export type ImportPlan = v.InferOutput<typeof ImportPlan>

export const ImportFinding = v.pipe(
  v.strictObject({
    kind: v.pipe(v.string(), v.description('A word for programs, such as `id_repeated`. More may be added.')),
    message: v.pipe(v.string(), v.description('The kind in one sentence.')),
    count: v.pipe(Count, v.description('How often it was found.')),
    examples: v.pipe(list(v.strictObject(place)), v.description('The first few places.')),
  }),
  v.description(
    'Something of one kind that is read in another meaning or form than it was written, or not at all.',
  ),
)
export type ImportFinding = v.InferOutput<typeof ImportFinding>

export const ImportReport = v.pipe(
  v.strictObject({
    pages: v.pipe(
      Count,
      v.description('Pages that it added, or would add in a dry run; journal days apart.'),
    ),
    journals: v.pipe(Count, v.description('Journal days that it added, or would add.')),
    blocks: v.pipe(Count, v.description('Blocks that it added, or would add.')),
    files: v.pipe(Count, v.description('Files that it added, or would add.')),
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
    findings: v.exactOptional(
      v.pipe(
        list(ImportFinding),
        v.description(
          'By kind; the kinds are those of `docs/import.md`. Imports of before this field have none.',
        ),
      ),
    ),
    plan: v.exactOptional(ImportPlan),
  }),
  v.description('What came of an import.'),
)
export type ImportReport = v.InferOutput<typeof ImportReport>

export const ImportJob = v.pipe(
  v.strictObject({
    id: v.string(),
    dryRun: v.exactOptional(
      v.pipe(v.literal(true), v.description('Where it is a dry run, which writes nothing.')),
    ),
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
