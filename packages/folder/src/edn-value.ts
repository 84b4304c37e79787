/**
 * An EDN form as plain values. Maps become maps; vectors, lists and sets become arrays; keywords keep their colon. The
 * reader has its own stack, because files can nest deeper than calls.
 */
import { tokensOf } from './edn.ts'

/** Any EDN form. */
export type EdnForm = string | readonly EdnForm[] | EdnMap
/** A map with keys as written, such as `:block/name`. */
export type EdnMap = ReadonlyMap<string, EdnForm>

/**
 * Reads the first form of a text, or returns `undefined` without one. An unclosed form ends with the text.
 *
 * @param nesting the most levels of brackets
 * @throws TooMuch if the brackets nest deeper
 */
export function readForm(text: string, nesting: number = Infinity): EdnForm | undefined {
  const top: EdnForm[] = []
  const open: { readonly isMap: boolean; readonly items: EdnForm[] }[] = []
  const close = (): void => {
    const { isMap, items } = open.pop()!
    ;(open.at(-1)?.items ?? top).push(isMap ? mapOf(items) : items)
  }
  for (const { kind, text: written } of tokensOf(text, nesting)) {
    if (kind === 'open') open.push({ isMap: written === '{', items: [] })
    else if (kind !== 'close') {
      if (!TAG.test(written) || kind === 'string') (open.at(-1)?.items ?? top).push(written)
    } else if (open.length > 0) close()
    if (open.length === 0 && top.length > 0) break
  }
  while (open.length > 0) close()
  return top[0]
}

/** Tags such as `#uuid` give the type of the next form. */
const TAG = /^#[a-z]/iu

function mapOf(items: readonly EdnForm[]): EdnMap {
  const map = new Map<string, EdnForm>()
  for (let at = 0; at + 1 < items.length; at += 2) {
    const key = items[at]
    if (typeof key === 'string') map.set(key, items[at + 1]!)
  }
  return map
}

/** Returns a map, or an empty map for any other form. */
export const ednMap = (form: EdnForm | undefined): EdnMap => (form instanceof Map ? form : new Map())
/** Returns a list, or an empty list for any other form. */
export const ednList = (form: EdnForm | undefined): readonly EdnForm[] =>
  Array.isArray(form) ? (form as readonly EdnForm[]) : []
/** Returns a text, or `undefined` for any other form. */
export const ednText = (form: EdnForm | undefined): string | undefined =>
  typeof form === 'string' ? form : undefined
