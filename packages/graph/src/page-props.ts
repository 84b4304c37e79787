/**
 * A page's properties as they are written: keys in lower case, values as strings.
 *
 * @see service, Page
 * @see decisions 3.4
 */
import { keysInOrder } from './key-order.ts'
import { isOwnersKey, type Json, type PageRecord, type Prop } from './record.ts'

/** The value of one property of a page. */
export interface PropertyValue {
  /** The value as written; never blank. */
  readonly value: string
  /** The stamp of the property, in milliseconds since 1970. */
  readonly at: number
}

/** Values by key, in the order in which the owner first wrote the keys. */
export type Props = ReadonlyMap<string, PropertyValue>

/**
 * Lists every property with a value, in the order of `keysInOrder`. Blank values are cleared properties. If a device
 * spelled a key in two ways, the later value counts.
 *
 * @example
 * const page = makePage({ id: 'p', name: 'Home', props: [['mood', 'calm']], now: 1 })
 * writtenProps(page).get('mood') // { value: 'calm', at: 1 }
 */
export function writtenProps(page: PageRecord): Props {
  const props = new Map<string, PropertyValue>()
  for (const spelled of keysInOrder(page.props)) {
    if (!isOwnersKey(spelled)) continue
    const { v, at } = page.props[spelled]!
    const key = readKey(spelled)
    const other = props.get(key)
    if (other === undefined || other.at < at) props.set(key, { value: propText(v), at })
  }
  for (const [key, { value }] of props) if (value.trim() === '') props.delete(key)
  return props
}

/**
 * Returns the latest prop of a page under a key, in any spelling of the key. The prop can be cleared.
 *
 * @example
 * heldProp(makePage({ id: 'p', name: 'Home', props: [['mood', 'calm']], now: 1 }), 'mood') // { v: 'calm', at: 1 }
 */
export function heldProp(page: PageRecord, key: string): Prop | undefined {
  let held: Prop | undefined
  for (const spelled of keysInOrder(page.props)) {
    const prop = page.props[spelled]!
    if ((spelled === key || readKey(spelled) === key) && (held === undefined || held.at < prop.at))
      held = prop
  }
  return held
}

/** The form of a key that readers see. */
const readKey = (spelled: string): string => spelled.normalize('NFC').toLowerCase().normalize('NFC')

/**
 * Converts a value to the string that readers see. The API writes strings; a device can write any JSON.
 *
 * @example
 * propText(['a', 1]) // 'a, 1'
 */
export function propText(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.map((part: Json) => (typeof part === 'string' ? part : JSON.stringify(part))).join(', ')
}
