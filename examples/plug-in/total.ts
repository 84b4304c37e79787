/** The work of the plug-in: the total time of a recipe, from the lines of its page. */
import { TYPE } from './manifest.ts'

/** A property as `read_page` shows it. */
const PROPERTY = /^ {2}([^\s:]+):: (.*)$/gm

/**
 * @param page the answer of `read_page`
 * @returns the minutes; undefined if the page is no recipe, has no times, or has the total already
 */
export function totalOf(page: string): string | undefined {
  const props = new Map(Array.from(page.matchAll(PROPERTY), ([, key, value]) => [key, value]))
  const minutes = ['preparation', 'cooking'].map((key) => /^\d{1,5}/.exec(props.get(key) ?? '')?.[0])
  if (props.get('type') !== TYPE || minutes.every((one) => one === undefined)) return undefined
  const total = `${minutes.reduce((sum, one) => sum + Number(one ?? 0), 0)} minutes`
  return props.get('total') === total ? undefined : total
}
