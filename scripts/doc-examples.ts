/**
 * Examples of docstrings as programs. A line that ends in a comment which is a JavaScript value states a result:
 * `distance('todo', 'tdoo') // 1`. Other comments are words for the reader.
 */
import { parseSync } from 'vite'

/** @returns the code of each `@example` of a docstring, without a fence */
export function examplesIn(doc: string): string[] {
  const text = doc.replaceAll(/^[ \t]*\*(?: |$)/gm, '')
  return [...text.matchAll(/^@example\b([^]*?)(?=^@\w|(?![^]))/gm)].map(([, code]) =>
    code!.replaceAll(/^```.*$/gm, '').trim(),
  )
}

/** @returns the syntax errors of an example */
export const syntaxErrors = (code: string): string[] =>
  parseSync('example.ts', code, { sourceType: 'module' }).errors.map(({ message }) => message)

/** @returns the example as a program that calls `check(actual, expected)` for each result that it states */
export function programOf(code: string): string {
  const { program, comments } = parseSync('example.ts', code)
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

type Statement = ReturnType<typeof parseSync>['program']['body'][number]

/** The expression whose value a comment states: the statement, or the constant that it declares. */
function subjectOf(statement: Statement, code: string): string | undefined {
  if (statement.type === 'ExpressionStatement')
    return code.slice(statement.expression.start, statement.expression.end)
  if (statement.type !== 'VariableDeclaration') return undefined
  const [{ id }] = statement.declarations as [(typeof statement.declarations)[number]]
  return id.type === 'Identifier' ? id.name : undefined
}

const isValue = (text: string): boolean => parseSync('value.ts', `(${text})`).errors.length === 0
