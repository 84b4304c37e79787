/**
 * A whole EDN form as plain values: maps as maps by key, vectors, lists and sets as arrays, keywords with their colon. A
 * stack of our own, since files may nest deeper than calls can.
 */
import { tokensOf } from './edn.ts'

export type EdnForm = string | readonly EdnForm[] | EdnMap
/** Keys as written: `:block/name`. */
export type EdnMap = ReadonlyMap<string, EdnForm>

/**
 * The first form of a text; undefined where there is none. What nothing closes ends with the text.
 * @param nesting levels of brackets
 * @throws TooMuch where they nest deeper
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

/** `#uuid` and its like say of which kind the form after them is. */
const TAG = /^#[a-z]/iu

function mapOf(items: readonly EdnForm[]): EdnMap {
  const map = new Map<string, EdnForm>()
  for (let at = 0; at + 1 < items.length; at += 2) {
    const key = items[at]
    if (typeof key === 'string') map.set(key, items[at + 1]!)
  }
  return map
}

export const ednMap = (form: EdnForm | undefined): EdnMap => (form instanceof Map ? form : new Map())
export const ednList = (form: EdnForm | undefined): readonly EdnForm[] =>
  Array.isArray(form) ? (form as readonly EdnForm[]) : []
export const ednText = (form: EdnForm | undefined): string | undefined =>
  typeof form === 'string' ? form : undefined
