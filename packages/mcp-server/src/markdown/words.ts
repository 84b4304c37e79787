/** Suggested calls in answers. */
import type { ToolName } from '@notegraph/contract'

/** A suggested call: `read_page {"name":"Ada Lovelace","offset":300}`. Invisible characters are escaped. */
export const callWords = (tool: ToolName, args: { readonly [name: string]: unknown }): string =>
  `${tool} ${jsonWords(args)}`

/** The most characters of a call for the rest. */
export const LONGEST_CALL = 1_500

/** A value as JSON with escaped invisible characters. */
export const jsonWords = (value: unknown): string =>
  JSON.stringify(value).replaceAll(ESCAPED, (found) =>
    Array.from(
      { length: found.length },
      (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

const ESCAPED = /[\p{Cc}\p{Zl}\p{Zp}\p{DI}\uFFF9-\uFFFB]/gv
