/** The filters of the list of tasks, as its form shows them and its address sends them. */
import { MARKERS, PRIORITIES } from '@notegraph/block-text'
import { type Checked, readQuery, TasksQuery } from '@notegraph/contract'
import { choiceFilter, filterForm, textFilter, usedFilters } from '../../components/filter-form.ts'
import { html, type Html } from '../../html.ts'

export const STATUSES = [
  ['open', 'Open', 'No open tasks.'],
  ['done', 'Done', 'No finished tasks yet.'],
  ['all', 'All', 'No tasks yet. Begin a block with TODO to create one.'],
] as const

const TEXTS = ['q', 'page']
const NARROWING = { priority: PRIORITIES, marker: MARKERS }
const CHOICES = { status: STATUSES.map(([status]) => status), ...NARROWING }

/** @returns the filters, or the message about the first fault */
export const taskFilters = (query: URLSearchParams): Checked<TasksQuery> =>
  readQuery(TasksQuery, usedFilters(query, CHOICES, TEXTS))

export const isFiltered = (query: URLSearchParams): boolean => usedFilters(query, NARROWING, TEXTS).length > 0

/** @param fault the message about a fault in a filter */
export const taskFilterForm = (path: string, query: URLSearchParams, fault?: string): Html =>
  filterForm({
    path,
    label: 'Tasks',
    keep: { status: query.get('status') ?? undefined },
    fields: textFilter('q', 'Words', query),
    more: {
      isOpen: usedFilters(query, NARROWING, ['page']).length > 0,
      fields: html`${textFilter('page', 'Page', query, 'Page name')}
      ${choiceFilter('priority', 'Priority', [['', 'Any'], ...PRIORITIES.map((one) => [one, one] as const)], query)}
      ${choiceFilter('marker', 'Marker', [['', 'Any'], ...MARKERS.map((one) => [one, one] as const)], query)}`,
    },
    fault,
  })
