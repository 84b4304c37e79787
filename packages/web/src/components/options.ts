/** The options of a `select`. A value that the list does not have stays an option, so saving a form never changes it. */
import { html, type Html } from '../html.ts'
import { plainName } from './plain-name.ts'

export const option = (value: string, words: string, chosen: string): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${words}</option>`

/** @param list values with their labels */
export const options = (list: readonly (readonly [value: string, label: string])[], chosen: string): Html =>
  html`${list.map(([value, label]) => option(value, label, chosen))}
  ${!list.some(([value]) => value === chosen) && option(chosen, plainName(chosen), chosen)}`
