/**
 * A page as the API answers it.
 * @see service, Page
 */
import { PAGE_TYPE_IDS } from '@notegraph/page-types'
import * as v from 'valibot'
import { PageTypeId } from './type.ts'
import { Count, DayNumber, DayText, Names, Timestamp } from './scalars.ts'

/** The kinds of pages: page, journal day or whiteboard. */
export const PAGE_KINDS = ['page', 'journal', 'whiteboard'] as const

/** The resolved types of pages: the types that a page can declare, and those that follow from the page itself. */
export const RESOLVED_TYPES = [...PAGE_TYPE_IDS, 'journal', 'whiteboard', 'pdf', 'page'] as const
/** A resolved type: a declared type, or one that follows from the page itself. */
export const ResolvedType = v.picklist(RESOLVED_TYPES)
export type ResolvedType = (typeof RESOLVED_TYPES)[number]

const Counts = v.strictObject({
  blocks: Count,
  words: Count,
  sentences: Count,
  paragraphs: Count,
  characters: Count,
})

const Copy = v.strictObject({
  at: v.pipe(DayText, v.description('The day of the copy.')),
  url: v.pipe(v.string(), v.description('The address of the website.')),
})

/** A page in an answer of the API. */
export const Page = v.pipe(
  v.strictObject({
    id: v.pipe(
      v.string(),
      v.description("A journal page's id is `journal-YYYYMMDD`; the id of any other page is opaque."),
    ),
    name: v.pipe(
      v.string(),
      v.description('The name as written. `[[name]]` references the page; the name or an alias finds it.'),
    ),
    kind: v.picklist(PAGE_KINDS),
    type: v.pipe(
      ResolvedType,
      v.description(
        'The resolved type: the declared type; else `journal`, `whiteboard` or `pdf`; else `tag` if more tags than links name the page; else `page`.',
      ),
    ),
    declaredType: v.exactOptional(
      v.pipe(PageTypeId, v.description('The type that the page declares. Omitted when none.')),
    ),
    fields: v.pipe(
      v.record(v.string(), v.union([v.string(), Names])),
      v.description(
        "The fields of the page's type with a value, by label. A relation is an array of page names; any other value is a string.",
      ),
    ),
    props: v.pipe(
      v.record(v.string(), v.string()),
      v.description(
        'Every property as written, by its key in lower case, with `[[links]]` kept, in the order in which the keys were first written. Read the JSON text for the order: many languages move keys such as `3` to the front. Files and internal properties are omitted.',
      ),
    ),
    hasPicture: v.pipe(
      v.boolean(),
      v.description('Whether the page has its own picture: a kept one, or an `image::` link.'),
    ),
    aliases: v.pipe(Names, v.description('Other names that find the page.')),
    tags: v.pipe(Names, v.description("Tags given by the page's own properties.")),
    counts: v.pipe(Counts, v.description('Counts over the blocks of the page, as in the app.')),
    copy: v.exactOptional(
      v.pipe(
        v.nullable(Copy),
        v.description(
          'Websites only: the kept copy; `null` when none. The API does not serve the copy itself.',
        ),
      ),
    ),
    day: v.exactOptional(v.pipe(DayNumber, v.description('Journal pages only: the day, as `YYYYMMDD`.'))),
    favorite: v.exactOptional(
      v.pipe(v.literal(true), v.description('`true` on a favorite. Omitted otherwise.')),
    ),
    shown: v.exactOptional(
      v.pipe(
        v.record(v.string(), v.nullable(v.string())),
        v.description(
          'The values of the properties in `show` of the request, by key; `null` where the page has none. Omitted without `show`.',
        ),
      ),
    ),
    createdAt: v.pipe(Timestamp, v.description('Milliseconds since 1970.')),
    updatedAt: v.pipe(
      Timestamp,
      v.description('The last edit of the page or of a block on it, in milliseconds since 1970.'),
    ),
  }),
  v.description('A page, journal day or whiteboard.'),
)
export type Page = v.InferOutput<typeof Page>
