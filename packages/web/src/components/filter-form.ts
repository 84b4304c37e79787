/** The form that filters a list. It sends the list's own address, so a filtered list can be bookmarked. */
import { LIMITS } from '@notegraph/contract'
import { html, type Child, type Html } from '../html.ts'

export interface FilterForm {
  readonly path: string
  /** The name of the list for screen readers. */
  readonly label: string
  /** Values to keep beside the fields, by name. */
  readonly keep: Readonly<Record<string, string | undefined>>
  readonly fields: Child
  /** Fields that are folded away unless one of them is in use. */
  readonly more?: { readonly fields: Child; readonly isOpen: boolean }
  /** The message about a fault in a field. */
  readonly fault?: string | undefined
}

export const filterForm = ({ path, label, keep, fields, more, fault }: FilterForm): Html =>
  html`<form method="get" action="${path}" class="filters" role="search" aria-label="${label}">
    ${Object.entries(keep).map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${fields}
    <button class="quiet">Filter</button>
    ${
      more &&
      html`<details ${more.isOpen && html`open`}>
        <summary>More filters</summary>
        <div class="filters">${more.fields}</div>
      </details>`
    }
    ${fault !== undefined && html`<p class="error" role="alert">${fault}</p>`}
  </form>`

export const textFilter = (name: string, label: string, query: URLSearchParams, placeholder = ''): Html =>
  html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <input
      id="filter-${name}"
      name="${name}"
      dir="auto"
      autocomplete="off"
      maxlength="${LIMITS.queryCharacters}"
      placeholder="${placeholder}"
      value="${query.get(name) ?? ''}"
    />
  </div>`

/** @param options values with their labels; the first is the default and is sent as nothing */
export const choiceFilter = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
  query: URLSearchParams,
): Html =>
  html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <select id="filter-${name}" name="${name}">
      ${options.map(
        ([value, words]) =>
          html`<option value="${value}" ${value === query.get(name) && html`selected`}>${words}</option>`,
      )}
    </select>
  </div>`

/**
 * The parameters that are in use.
 * @param choices the values of each choice; others count as none, since only a changed address has them
 * @param texts the names of the text fields
 */
export function usedFilters(
  query: URLSearchParams,
  choices: Readonly<Record<string, readonly string[]>>,
  texts: readonly string[],
): [name: string, value: string][] {
  return [...Object.keys(choices), ...texts].flatMap((name): [string, string][] => {
    const value = query.get(name) ?? ''
    const isUsed = choices[name]?.includes(value) ?? value.trim() !== ''
    return isUsed ? [[name, value]] : []
  })
}
