/** The form with the type, the fields and the other properties of a page. */
import { readIsoDay } from '@notegraph/block-text'
import { findType, PAGE_TYPES, propertyKey, type Field } from '@notegraph/page-types'
import { html, type Html } from '../html.ts'
import { options } from './options.ts'
import { PROPERTIES_PATH, withId } from './links.ts'

/** A property as the form shows it. */
export interface FormProperty {
  readonly key: string
  readonly label: string
  /** The value of the page; empty if it has none. */
  readonly value: string
  /** The refused value that a person typed. */
  readonly typed?: string
  /** The field of the type; undefined for a property of its own. */
  readonly field?: Field<string> | undefined
}

export interface PropertyForm {
  readonly id: string
  /** The declared type; empty if the page has none. */
  readonly type: FormProperty
  readonly properties: readonly FormProperty[]
  /** A property that the page does not have yet. */
  readonly added?: { readonly key: string; readonly value: string }
  /** The page to return to. */
  readonly back: string
  /** Whether a script shows the form in place. */
  readonly isPart: boolean
}

/** The names of fields: the new value of a property, and the value that the form showed. */
export const NEW = 'new:'
export const OLD = 'old:'
export const ADDED_KEY = 'added-key'
export const ADDED_VALUE = 'added-value'

/** The fields of a type, each with the value of the page, then the properties of its own. */
export function formProperties(
  type: string,
  values: readonly (readonly [key: string, value: string])[],
): FormProperty[] {
  const held = new Map(values)
  const fields = findType(type)?.fields ?? []
  const known = new Set(['type', ...fields.map(({ key }) => key)])
  return [
    ...fields.map((field) => ({
      key: field.key,
      label: field.label,
      value: held.get(field.key) ?? '',
      field,
    })),
    ...values
      .filter(([key]) => !known.has(key) && propertyKey(key).ok)
      .map(([key, value]) => ({ key, label: key, value })),
    // A value of several lines comes from a device, and the service takes one line.
  ].filter(({ value }) => !value.includes('\n'))
}

export const propertyForm = ({ id, type, properties, added, back, isPart }: PropertyForm): Html =>
  html`<form
    class="editor properties"
    method="post"
    action="${withId(PROPERTIES_PATH, id)}"
    ${isPart && html`data-write`}
  >
    <input type="hidden" name="back" value="${back}" />
    ${[type, ...properties].map((one, n) => row(one, `p-${n}`))}
    <fieldset class="filters">
      <legend>New property</legend>
      ${text('p-key', ADDED_KEY, 'Name', added?.key ?? '')}
      ${text('p-value', ADDED_VALUE, 'Value', added?.value ?? '')}
    </fieldset>
    <div class="actions">
      <button>Save</button>
      <a class="button quiet" href="${back}" data-cancel>Cancel</a>
    </div>
  </form>`

const text = (id: string, name: string, label: string, value: string): Html =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" dir="auto" autocomplete="off" value="${value}" />
  </div>`

function row(property: FormProperty, id: string): Html {
  const { key, label, value, typed } = property
  return html`<div class="field">
    <input type="hidden" name="${OLD}${key}" value="${value}" />
    <label for="${id}"><bdi>${label}</bdi></label>
    ${control(property, id, typed ?? value)}
    ${typed !== undefined && typed !== value && html`<p class="hint small muted">Now: <bdi>${value === '' ? 'no value' : value}</bdi></p>`}
  </div>`
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
const YES_OR_NO = new Set(['true', 'false'])

/** The control for a kind of value. A value that the control cannot show is shown as words. */
function control({ key, field, value }: FormProperty, id: string, shown: string): Html {
  const name = `${NEW}${key}`
  if (key === 'type') return choice(id, name, TYPES, shown)
  if (field?.kind === 'stars' && (shown === '' || STARS.includes(shown)))
    return choice(id, name, [['', 'None'], ...STARS.map((one) => [one, one] as const)], shown)
  if (field?.kind === 'select') return suggestions(id, name, field.options ?? [], shown)
  if (!field && YES_OR_NO.has(value) && YES_OR_NO.has(shown))
    return html`<input
      id="${id}"
      name="${name}"
      type="checkbox"
      value="true"
      ${shown === 'true' && html`checked`}
    />`
  const isDay = readIsoDay(shown) !== undefined || (shown === '' && field?.kind === 'date')
  const isNumber = !field && NUMBER.test(shown) && Number.isFinite(Number(shown))
  const type = isDay && field?.kind !== 'when' ? 'date' : isNumber ? 'number' : 'text'
  return html`<input
    id="${id}"
    name="${name}"
    dir="auto"
    autocomplete="off"
    type="${type}"
    ${type === 'number' && html`step="any"`}
    ${INPUT_MODES[field?.kind ?? ''] !== undefined && html`inputmode="${INPUT_MODES[field?.kind ?? '']}"`}
    ${field && HINTS[field.kind] !== undefined && html`placeholder="${HINTS[field.kind]}"`}
    value="${shown}"
  />`
}

const TYPES = [['', 'None'], ...PAGE_TYPES.map(({ type, label }) => [type, label] as const)] as const
const STARS = ['1', '2', '3', '4', '5']
/** The keyboards of phones. */
const INPUT_MODES: Readonly<Record<string, string>> = { email: 'email', tel: 'tel', url: 'url' }
const HINTS: Readonly<Record<string, string>> = {
  when: '1852, 1852-11 or 1852-11-27',
  ref: 'Page names, separated by commas',
}

const choice = (
  id: string,
  name: string,
  list: readonly (readonly [value: string, label: string])[],
  chosen: string,
): Html =>
  html`<select id="${id}" name="${name}">
    ${options(list, chosen)}
  </select>`

/** Words of one's own are valid too. */
const suggestions = (id: string, name: string, list: readonly string[], value: string): Html =>
  html`<input id="${id}" name="${name}" dir="auto" autocomplete="off" list="${id}-options" value="${value}" />
    <datalist id="${id}-options">${list.map((one) => html`<option value="${one}"></option>`)}</datalist>`
