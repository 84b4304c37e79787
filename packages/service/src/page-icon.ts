/** The icon of a page: a picture sign in its property `icon`. */

/** A longer value is a name or an address, which some apps look up. */
const LONGEST = 16

/**
 * The icon among the properties of a page.
 * @example
 * pageIcon({ icon: '🌱' }) // '🌱'
 * pageIcon({ icon: 'leaf' }) // undefined
 */
export function pageIcon(props: Readonly<Record<string, string>>): string | undefined {
  const icon = props['icon']?.trim() ?? ''
  return icon.length <= LONGEST && /\p{Extended_Pictographic}/u.test(icon) ? icon : undefined
}
