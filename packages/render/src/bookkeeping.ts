/**
 * Properties that an outliner keeps for itself: when a block was created, changed, or got its task marker, in
 * milliseconds. Others say how a block or a query is shown, when a card is asked again, or that a block is numbered. They stay in the text, and readers do not see them.
 */
import { isNumbering, MARKERS } from '@notegraph/block-text'

const MILLISECONDS = /^\d{13}$/
const KEYS: ReadonlySet<string> = new Set([
  ...['created', 'updated', 'last-modified', 'last_modified'].flatMap((of) => [`${of}-at`, `${of}_at`]),
  ...MARKERS.map((marker) => marker.toLowerCase()),
])
const LOOKS: ReadonlySet<string> = new Set(
  ['table', 'properties', 'sort-by', 'sort-desc'].map((of) => `query-${of}`),
)
const HEADING = /^(?:true|false|[1-6])$/i
const CARD = /^card-(?:last-interval|repeats|ease-factor|next-schedule|last-reviewed|last-score)$/

/**
 * Whether a property is one of these.
 *
 * @example
 * isBookkeeping({ key: 'created-at', value: '1609233475967' }) // true
 */
export const isBookkeeping = (property: { readonly key: string; readonly value: string }): boolean => {
  const { key, value } = property
  return (
    (KEYS.has(key) && MILLISECONDS.test(value)) ||
    (key === 'heading' && HEADING.test(value)) ||
    key === 'background-color' ||
    LOOKS.has(key) ||
    CARD.test(key) ||
    isNumbering(property)
  )
}
