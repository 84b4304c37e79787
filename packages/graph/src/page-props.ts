/**
 * A page's properties as its readers see them: keys in lower case, values as strings, files named, and without those
 * that are the app's own. All that a row says of a page's properties is read off this.
 *
 * @see service, Page
 * @see decisions 3.4
 */
import { SPECIAL_KEYS } from '@notegraph/page-types'
import type { DeriveEnv } from './env.ts'
import { filesIn, named } from './files.ts'
import { keysInOrder } from './key-order.ts'
import { isOwnersKey, type Json, type PageRecord, type Prop } from './record.ts'

export interface Written {
  /** As written; never blank. */
  readonly value: string
  /** When it was set, in milliseconds since 1970. */
  readonly at: number
}

/** By key, in the order in which the keys were first written. */
export type Props = ReadonlyMap<string, Written>

const HIDDEN = /* @__PURE__ */ hiddenKeys()

function hiddenKeys(): ReadonlySet<string> {
  return new Set(SPECIAL_KEYS.filter(({ shown }) => !shown).map(({ key }) => key))
}

/**
 * Every property that holds something, in the order in which the keys were first written. A blank one was cleared.
 * A device may spell one key in two ways; then the later value counts.
 */
export function writtenProps(page: PageRecord): Props {
  const props = new Map<string, Written>()
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

/** What a page holds under a key, however a device spelled it: the latest that was set, or cleared. */
export function heldProp(page: PageRecord, key: string): Prop | undefined {
  let held: Prop | undefined
  for (const spelled of keysInOrder(page.props)) {
    const prop = page.props[spelled]!
    if ((spelled === key || readKey(spelled) === key) && (held === undefined || held.at < prop.at))
      held = prop
  }
  return held
}

/** The key by which readers know a property. */
const readKey = (spelled: string): string => spelled.normalize('NFC').toLowerCase().normalize('NFC')

/** Whether readers are shown a property: none of the app's own, and no picture that is a kept file. */
export function isShown(key: string, value: string, env: DeriveEnv): boolean {
  return !HIDDEN.has(key) && !(key === 'image' && filesIn(value, env).length > 0)
}

/** What readers are shown: key and value, files named. */
export function shownProps(props: Props, env: DeriveEnv): ReadonlyMap<string, string> {
  const shown = new Map<string, string>()
  for (const [key, { value }] of props)
    if (isShown(key, value, env)) shown.set(named(key, env), named(value, env))
  return shown
}

/** A value as readers see it: the API writes strings; a device may write any JSON. */
export function propText(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.map((part: Json) => (typeof part === 'string' ? part : JSON.stringify(part))).join(', ')
}
