/** The titles of tests in a parsed file: those of calls such as `test('…')` and `describe.each(rows)('…')`. */
import { Visitor, type ESTree } from 'vite'

const RUNNERS = /^(?:test|it|describe|browserTest|describePostgres)$/

/**
 * @returns each title in the order of the file; a title with `%s` is followed by the first strings of its rows. An
 * inserted value is `…`.
 */
export function titlesIn(program: ESTree.Program): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const title = textOf(first)
      if (title === undefined || !RUNNERS.test(runnerOf(callee))) return
      titles.push(title, ...(title.includes('%s') ? rowLabels(callee) : []))
    },
  }).visit(program)
  return titles
}

/** The text of a string or template; undefined for any other node. */
function textOf(node: ESTree.Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('…') : undefined
}

/** `test` for `test`, `test.each(rows)` and `test.runIf(one).each(rows)`; empty without a name. */
function runnerOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return runnerOf(node.object)
  return node.type === 'CallExpression' ? runnerOf(node.callee) : ''
}

/** The first strings of the rows of `test.each([['label', value]])`. */
function rowLabels(callee: ESTree.Node): string[] {
  const rows = callee.type === 'CallExpression' ? callee.arguments[0] : undefined
  if (rows?.type !== 'ArrayExpression') return []
  return rows.elements.flatMap((row) => textOf(row?.type === 'ArrayExpression' ? row.elements[0] : row) ?? [])
}
