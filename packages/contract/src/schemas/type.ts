/**
 * A type of pages and its fields, as the list of types returns them.
 * @see service, Type and field definition
 */
import { FIELD_KINDS, PAGE_TYPE_IDS } from '@notegraph/page-types'
import * as v from 'valibot'
import { list, Names } from './scalars.ts'

/** A type that a page can declare. */
export const PageTypeId = v.picklist(PAGE_TYPE_IDS)

/** A field of a type. */
export const Field = v.pipe(
  v.strictObject({
    key: v.pipe(v.string(), v.description('The key in lower case, used in `props` and in writes.')),
    label: v.pipe(v.string(), v.description('The label, used in `fields` and in writes.')),
    kind: v.pipe(
      v.picklist(FIELD_KINDS),
      v.description(
        'The kind of value. `date`: `YYYY-MM-DD`. `when`: a full or partial date, such as `1852` or `1852-11`. `stars`: `1` to `5`. `ref`: a page name or `[[Name]]`, several separated by commas. `select`: one of the options in any case, or words of your own. `email`, `tel`, `url` and `text`: words.',
      ),
    ),
    of: v.exactOptional(
      v.pipe(PageTypeId, v.description('For `ref` fields: the usual type of the named pages.')),
    ),
    options: v.exactOptional(v.pipe(Names, v.description('For `select` fields: the options.'))),
  }),
  v.description('A field of pages of this type.'),
)
export type Field = v.InferOutput<typeof Field>

/** A type of pages with its fields. */
export const Type = v.pipe(
  v.strictObject({
    type: PageTypeId,
    label: v.string(),
    plural: v.string(),
    fields: list(Field),
  }),
  v.description('A type of pages.'),
)
export type Type = v.InferOutput<typeof Type>
