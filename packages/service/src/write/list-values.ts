/** Adds names to a list of values and removes names from it. Names are compared folded. @see assistants 11.3 */
import { fold, listPart, listValues, writtenValues } from '@notegraph/block-text'
import type { ListEdit } from '@notegraph/contract'
import { isLinkable, quote, storeText } from '@notegraph/page-types'
import { badRequest, ok, type Result } from '../refusal.ts'

/** A list before and after a write. */
export interface ListChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The keys whose values are lists on every page and block. */
const LISTS: ReadonlySet<string> = new Set(['alias', 'tags'])

/** Whether the values of a property are names. @param kind the kind of its field, if it is one */
export const isList = (key: string, kind?: string): boolean => LISTS.has(key) || kind === 'ref'

/** The refusal of names to add or remove for a property that is no list. */
export const notAList = (words: string): Result<never> =>
  badRequest(`${words} is no list of names. Set it to a string, or to null to remove it.`)

/**
 * @param words names the property in messages
 * @param held the value that is there; empty without one
 * @param isRelation whether each name is stored as a link
 * @returns the value to store, `null` without any name; 400 for an invalid name, and for one that is in both
 */
export function editList(
  words: string,
  held: string,
  { add = [], remove = [] }: ListEdit,
  isRelation: boolean,
): Result<{ readonly value: string | null; readonly list: ListChange }> {
  const added = namesOf(words, add)
  if (!added.ok) return added
  const removed = namesOf(words, remove)
  if (!removed.ok) return removed
  const both = [...added.value].find(([folded]) => removed.value.has(folded))
  if (both) return badRequest(`${words} cannot both add and remove ${quote(both[1])}. Name it once.`)

  const before = listValues(held)
  const known = new Set(before.map(fold))
  const more = [...added.value].flatMap(([folded, name]) => (known.has(folded) ? [] : [name]))
  const stays = (name: string): boolean => !removed.value.has(fold(name))
  const after = [...before.filter(stays), ...more]
  const list = { before, after }
  if (more.length === 0 && after.length === before.length)
    return ok({ value: held.trim() === '' ? null : held, list })
  const parts = isRelation
    ? after.map(linked)
    : [...writtenValues(held).flatMap((part) => partLeft(part, stays)), ...more.map(listPart)]
  return ok({ value: parts.length === 0 ? null : parts.join(', '), list })
}

/** The names by their folded form, each once. */
function namesOf(words: string, written: readonly string[]): Result<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const one of written) {
    const line = storeText(words, one)
    if (!line.ok) return badRequest(line.error)
    const [name, ...others] = /^(?:#|\[\[)/.test(line.value) ? listValues(line.value) : [line.value]
    if (name === undefined || others.length > 0 || !isLinkable(name))
      return badRequest(`${words} takes one page name in each text of add and remove, not ${quote(one)}.`)
    if (!names.has(fold(name))) names.set(fold(name), name)
  }
  return ok(names)
}

/** A part of the value without the names that go. One that keeps all its names stays as written. */
function partLeft(part: string, stays: (name: string) => boolean): string[] {
  const names = listValues(part)
  return names.every(stays) ? [part] : names.filter(stays).map(linked)
}

const linked = (name: string): string => `[[${name}]]`
