/**
 * Examples as programs. A line that ends in a comment which is a JavaScript value states a result:
 * `distance('todo', 'tdoo') // 1`. Other comments are words for the reader.
 */
import { parseSync } from 'vite'

/** @returns the example as a program that calls `check(actual, stated)` for each result that it states */
export function programOf(code: string): string {
  const { program, comments } = parse(code)
  let changed = code
  for (const statement of program.body.toReversed()) {
    const comment = comments.find(
      ({ type, start }) =>
        type === 'Line' && start >= statement.end && /^[ \t]*$/.test(code.slice(statement.end, start)),
    )
    const subject = subjectOf(statement, code)
    if (comment === undefined || subject === undefined || !isValue(comment.value)) continue
    const isDeclaration = statement.type === 'VariableDeclaration'
    const head = isDeclaration ? `${code.slice(statement.start, statement.end)}; ` : ''
    changed = `${changed.slice(0, statement.start)}${head}check(${subject}, (${comment.value}))${changed.slice(comment.end)}`
  }
  return changed
}

/**
 * Writes an example as a module with one function, because an example alone cannot receive values.
 *
 * @param given the names that the function receives. An example can declare them again.
 * @param returned the constants that the function returns
 * @returns TypeScript that exports `run(given, check)`
 */
export function moduleOf(code: string, given: readonly string[], returned: readonly string[]): string {
  const program = programOf(code)
  const imports = parse(program).program.body.filter(({ type }) => type === 'ImportDeclaration')
  const head = imports.map(({ start, end }) => program.slice(start, end)).join('\n')
  const body = imports.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), program)
  const used = given.filter((name) => new RegExp(String.raw`\b${name}\b`).test(code))
  return `${head}
export async function run({ ${used.join(', ')} }, check) {
{
${body}
return { ${returned.join(', ')} }
}
}
`
}

const parse = (code: string) => parseSync('example.ts', code, { sourceType: 'module' })

type Statement = ReturnType<typeof parseSync>['program']['body'][number]

/** The expression whose value a comment states: the statement, or the one constant that it declares. */
function subjectOf(statement: Statement, code: string): string | undefined {
  if (statement.type === 'ExpressionStatement')
    return code.slice(statement.expression.start, statement.expression.end)
  if (statement.type !== 'VariableDeclaration') return undefined
  const [{ id }] = statement.declarations as [(typeof statement.declarations)[number]]
  if (id.type === 'Identifier') return id.name
  const [first, ...others] = id.type === 'ArrayPattern' ? id.elements : []
  return first?.type === 'Identifier' && others.length === 0 ? first.name : undefined
}

const isValue = (text: string): boolean => parseSync('value.ts', `(${text})`).errors.length === 0
