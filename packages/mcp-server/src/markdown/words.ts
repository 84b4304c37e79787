/** Small words of answers: numbers, and calls that are ready to be made. */
import type { ToolName } from '@notegraph/contract'

const NUMBER = new Intl.NumberFormat('en')

/** `1,204` */
export const numbered = (count: number): string => NUMBER.format(count)

/** `1 block`, `1,204 blocks` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numbered(count)} ${count === 1 ? one : many}`

/** A call as it is to be made: `read_page {"name":"Ada Lovelace","offset":300}`. What cannot be seen is escaped. */
export function callWords(tool: ToolName, args: { readonly [name: string]: unknown }): string {
  const json = JSON.stringify(args).replaceAll(ESCAPED, (found) =>
    Array.from(
      { length: found.length },
      (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
  return `${tool} ${json}`
}

const ESCAPED = /[\p{Cc}\p{Zl}\p{Zp}\p{DI}\uFFF9-\uFFFB]/gv
