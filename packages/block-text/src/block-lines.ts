/**
 * Formats a block as lines of an outline: a bullet after a tab for each level, and further lines below its text.
 *
 * @param depth 0 at the top level
 * @example
 * blockLines('one\ntwo', 1) // ['\t- one', '\t  two']
 */
export function blockLines(content: string, depth: number): string[] {
  const indent = '\t'.repeat(depth)
  const [first = '', ...rest] = content.split('\n')
  return [`${indent}-${first === '' ? '' : ` ${first}`}`, ...rest.map((line) => `${indent}  ${line}`)]
}
