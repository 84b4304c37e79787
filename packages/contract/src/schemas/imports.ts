/**
 * The import of an archive: its progress and its result.
 * @see operations, import
 */
import * as v from 'valibot'
import { ErrorBody } from '../errors.ts'
import { choice } from '../requests/parameters.ts'
import { Count, list, Timestamp } from './scalars.ts'

/** The states of an import. `cut_off`: the server stopped during the import. */
export const IMPORT_STATES = ['running', 'done', 'failed', 'cut_off'] as const

const place = {
  file: v.string(),
  line: v.pipe(Count, v.description('The line in the file; 1 for the file itself.')),
}

/** The query of an import: `dry_run`. */
export const ImportQuery = v.object({
  dry_run: choice(
    'dry_run',
    ['true', 'false'],
    'With `true`, the server writes nothing, and the report shows what an import of the archive would do.',
  ),
})
export type ImportQuery = v.InferOutput<typeof ImportQuery>

/** The number of items that an import would create, change and keep. */
export const PlannedCount = v.strictObject({ created: Count, changed: Count, unchanged: Count })

/** In a dry run: the plan by kind. */
export const ImportPlan = v.pipe(
  v.strictObject({
    pages: v.pipe(PlannedCount, v.description('Without journal days.')),
    journals: PlannedCount,
    blocks: PlannedCount,
    files: PlannedCount,
    properties: v.pipe(
      PlannedCount,
      v.description('Of pages. A property that the page already has keeps its value.'),
    ),
  }),
  v.description(
    'In a dry run: how many items of each kind an import would create, change and keep. A page changes if it gains blocks or properties; an import overwrites nothing.',
  ),
)
export type ImportPlan = v.InferOutput<typeof ImportPlan>

/** A kind of content that the import reads differently than written, with places. */
export const ImportFinding = v.pipe(
  v.strictObject({
    kind: v.pipe(
      v.string(),
      v.description('A code for programs, such as `id_repeated`. More codes may be added.'),
    ),
    message: v.pipe(v.string(), v.description('The kind in one sentence.')),
    count: v.pipe(Count, v.description('The number of places.')),
    examples: v.pipe(list(v.strictObject(place)), v.description('The first few places.')),
  }),
  v.description('A kind of content that the import reads differently than written, or not at all.'),
)
export type ImportFinding = v.InferOutput<typeof ImportFinding>

/** The result of an import: counts, findings, and unreadable parts. */
export const ImportReport = v.pipe(
  v.strictObject({
    pages: v.pipe(Count, v.description('Added pages, without journal days. In a dry run: pages to add.')),
    journals: v.pipe(Count, v.description('Added journal days, or days to add.')),
    blocks: v.pipe(Count, v.description('Added blocks, or blocks to add.')),
    files: v.pipe(Count, v.description('Added files, or files to add.')),
    skipped: v.pipe(Count, v.description('Pages, blocks and files that already existed.')),
    unread: v.pipe(
      list(v.strictObject({ ...place, why: v.string() })),
      v.description('The first unreadable parts.'),
    ),
    unreadTotal: Count,
    missing: v.pipe(
      list(v.strictObject({ ...place, asset: v.string() })),
      v.description(
        'The first links to files that the archive does not contain; the text of the links is kept.',
      ),
    ),
    missingTotal: Count,
    findings: v.exactOptional(
      v.pipe(
        list(ImportFinding),
        v.description('By kind, as listed in `docs/import.md`. Older imports have none.'),
      ),
    ),
    plan: v.exactOptional(ImportPlan),
  }),
  v.description('The result of an import.'),
)
export type ImportReport = v.InferOutput<typeof ImportReport>

/** An import with its state, progress and report. */
export const ImportJob = v.pipe(
  v.strictObject({
    id: v.string(),
    dryRun: v.exactOptional(
      v.pipe(v.literal(true), v.description('Whether this is a dry run, which writes nothing.')),
    ),
    state: v.pipe(
      v.picklist(IMPORT_STATES),
      v.description(
        '`cut_off` if the server stopped during the import. The imported part stays, also if the import `failed`; another import adds the rest.',
      ),
    ),
    startedAt: Timestamp,
    endedAt: v.exactOptional(Timestamp),
    done: v.pipe(Count, v.description('The number of processed notes and files.')),
    total: v.pipe(Count, v.description('The number of all notes and files; 0 until it is known.')),
    report: v.exactOptional(ImportReport),
    changeId: v.exactOptional(
      v.pipe(
        v.string(),
        v.description('The id of the import in the list of changes; omitted if it changed nothing.'),
      ),
    ),
    error: v.exactOptional(v.pipe(ErrorBody, v.description('The reason of the failure.'))),
  }),
  v.description('The import of an archive.'),
)
export type ImportJob = v.InferOutput<typeof ImportJob>

/** The answer about the running import, or the last one. */
export const ImportAnswer = v.pipe(
  v.strictObject({ import: v.nullable(ImportJob) }),
  v.description('The running import, or the last one; `null` if there was none.'),
)
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>
