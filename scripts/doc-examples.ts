/** Examples of docstrings. */
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
