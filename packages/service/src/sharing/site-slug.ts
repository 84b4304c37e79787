/** The slug of a site: the last part of its address, which readers type. @see sharing 3 */
import { LIMITS } from '@notegraph/contract'

const FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/**
 * Whether a text has the form of a slug.
 * @example
 * isSlug('my-garden') // true
 * isSlug('My garden') // false
 */
export const isSlug = (text: string): boolean => text.length <= LIMITS.siteSlug && FORM.test(text)
