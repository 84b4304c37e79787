/** Suggested calls in answers. */
import type { ToolName } from '@notegraph/contract'

/** A suggested call: `read_page {"name":"Ada Lovelace","offset":300}`. Invisible characters are escaped. */
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
