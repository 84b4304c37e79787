/**
 * A block as the API answers it.
 * @see service, Block
 */
import { MARKERS, PRIORITIES } from '@notegraph/block-text'
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { Count, DayNumber, list, Names, Timestamp } from './scalars.ts'

/** The marker of a task. */
export const TaskMarker = v.picklist(MARKERS)

const members = {
  id: v.string(),
  page: v.pipe(v.string(), v.description('The name of the page of the block.')),
  pageId: v.pipe(v.string(), v.description('The id of that page.')),
  parentId: v.pipe(v.nullable(v.string()), v.description('The parent block; `null` at the top level.')),
  order: v.pipe(v.number(), v.description('The position among siblings. Can be fractional.')),
  content: v.pipe(
    v.string(),
    v.description(
      'As written: Markdown, with `key:: value` lines and date lines such as `SCHEDULED: <2026-11-20 Fri>`. A file reads as `[picture: name]` or `[file: name]`.',
    ),
  ),
  text: v.pipe(
    v.string(),
    v.description(
      `The text that the app shows: without property and date lines, and with the words of referenced blocks, up to ${LIMITS.referenceText} characters each and ${LIMITS.referencesText} in all.`,
    ),
  ),
  marker: v.exactOptional(v.pipe(TaskMarker, v.description('Task marker. Omitted when none.'))),
  priority: v.exactOptional(v.pipe(v.picklist(PRIORITIES), v.description('Omitted when none.'))),
  scheduled: v.exactOptional(v.pipe(DayNumber, v.description('Day, as `YYYYMMDD`. Omitted when none.'))),
  deadline: v.exactOptional(v.pipe(DayNumber, v.description('Day, as `YYYYMMDD`. Omitted when none.'))),
  heading: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(6),
      v.description('The level of the heading. Omitted when none.'),
    ),
  ),
  properties: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description("The block's own properties, by key in lower case. Omitted when none."),
    ),
  ),
  collapsed: v.exactOptional(
    v.pipe(v.boolean(), v.description('Whether the block is collapsed. Omitted if not.')),
  ),
  folded: v.exactOptional(
    v.pipe(
      Count,
      v.description(
        'The number of nested blocks that a page read with `depth` leaves out. Omitted when none.',
      ),
    ),
  ),
  refs: v.pipe(Names, v.description('Names of the linked and tagged pages, in order of appearance.')),
  tags: v.pipe(Names, v.description('Names of the tagged pages.')),
  blockRefs: v.pipe(Names, v.description('Ids of the referenced blocks.')),
  createdAt: v.pipe(Timestamp, v.description('Milliseconds since 1970.')),
  updatedAt: v.pipe(Timestamp, v.description('Milliseconds since 1970.')),
}

/** A block under another one. */
type NestedBlock = v.InferOutput<v.StrictObjectSchema<typeof members, undefined>>

/** A block in an answer of the API. */
export const Block = v.pipe(
  v.strictObject({
    ...members,
    finished: v.exactOptional(
      v.pipe(
        DayNumber,
        v.description(
          'In a list of tasks: the day on which it was finished, as `YYYYMMDD`. Omitted if unknown.',
        ),
      ),
    ),
    shown: v.exactOptional(
      v.pipe(
        v.record(v.string(), v.nullable(v.string())),
        v.description(
          'The values of the properties in `show` of the request, by key; `null` where the block has none. Omitted without `show`.',
        ),
      ),
    ),
    nestedCount: v.exactOptional(
      v.pipe(
        Count,
        v.description(
          `The number of blocks nested under it, counted up to ${LIMITS.nestedCounted}; with \`nested\` in the request only.`,
        ),
      ),
    ),
    nested: v.exactOptional(
      v.pipe(
        list(v.lazy((): v.GenericSchema<NestedBlock> => Block)),
        v.description('The first of them in outline order; with `nested` in the request only.'),
      ),
    ),
  }),
  v.description('A block of text on a page.'),
)
export type Block = v.InferOutput<typeof Block>
