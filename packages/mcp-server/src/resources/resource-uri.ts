/** Addresses of resources: `notegraph://pages/Ada%20Lovelace`, `notegraph://days/2026-11-20`. */
import { isoDay } from '@notegraph/block-text'
import type { Page } from '@notegraph/contract'

/** A page by its name, or a day in any form. */
export type ResourceRef =
  { readonly kind: 'page'; readonly name: string } | { readonly kind: 'day'; readonly date: string }

const PAGES = 'notegraph://pages/'
const DAYS = 'notegraph://days/'

/** The templates of the addresses, for clients that complete their variables. */
export const PAGE_TEMPLATE: string = `${PAGES}{name}`
export const DAY_TEMPLATE: string = `${DAYS}{date}`

export const pageUri = (name: string): string => PAGES + encodeURIComponent(name)

/** @param date a day in any form */
export const dayUri = (date: string): string => DAYS + encodeURIComponent(date)

export const uriOf = ({ name, day }: Pick<Page, 'name' | 'day'>): string =>
  day === undefined ? pageUri(name) : dayUri(isoDay(day))

/**
 * Reads an address.
 * @returns undefined for an address of anything else
 * @example
 * readUri('notegraph://days/today') // { kind: 'day', date: 'today' }
 */
export function readUri(uri: string): ResourceRef | undefined {
  const prefix = [PAGES, DAYS].find((one) => uri.startsWith(one))
  const value = prefix === undefined ? undefined : decoded(uri.slice(prefix.length))
  if (value === undefined || value === '') return undefined
  return prefix === PAGES ? { kind: 'page', name: value } : { kind: 'day', date: value }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
