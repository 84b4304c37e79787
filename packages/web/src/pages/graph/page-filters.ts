/** The filters and orders of the list of pages, as its form shows them and its address sends them. */
import { type Checked, ListPagesQuery, readQuery } from '@notegraph/contract'
import { filterForm, choiceFilter, textFilter, usedFilters } from '../../components/filter-form.ts'
import { GRAPH } from '../../components/links.ts'
import { TYPES } from '../../components/type-labels.ts'
import { html, type Html } from '../../html.ts'

const SORTS = [
  ['', 'Last edited'],
  ['created', 'Newest'],
  ['name', 'Name'],
  ['links', 'Most linked'],
] as const satisfies readonly (readonly [NonNullable<ListPagesQuery['sort']> | '', string])[]

const CHOICES = {
  type: TYPES.map(([type]) => type),
  sort: SORTS.map(([sort]) => sort).filter((sort) => sort !== ''),
}
const MORE = ['tag', 'property', 'namespace'] as const

/** @returns the filters, or the message about the first fault */
export const pageFilters = (query: URLSearchParams): Checked<ListPagesQuery> =>
  readQuery(ListPagesQuery, usedFilters(query, CHOICES, ['q', ...MORE]))

/**
 * The form, folded unless a filter is in use: the list comes first, and the search above stays the one field for words.
 * @param fault the message about a fault in a filter
 */
export const pageFilterForm = (query: URLSearchParams, fault?: string): Html =>
  html`<details
    class="folded"
    ${usedFilters(query, { sort: CHOICES.sort }, ['q', ...MORE]).length > 0 && html`open`}
  >
    <summary>Filter and sort</summary>
    ${filterForm({
      path: GRAPH,
      label: 'Pages',
      keep: { type: query.get('type') ?? undefined },
      fields: html`${textFilter('q', 'Name or value', query)} ${choiceFilter('sort', 'Sort by', SORTS, query)}
      ${textFilter('tag', 'Tag', query)} ${textFilter('property', 'Property', query, 'status=open')}
      ${textFilter('namespace', 'Namespace', query, 'Projects')}`,
      fault,
    })}
  </details>`
