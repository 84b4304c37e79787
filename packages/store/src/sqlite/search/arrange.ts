/** A question put so that what is found at once stands together; it means the same. */
import type { SettledQuery } from '@notegraph/query'
import { isAboutPages } from './page-sets.ts'

export function arranged(question: SettledQuery): SettledQuery {
  if (question.kind === 'not') return { kind: 'not', operand: arranged(question.operand) }
  if (!('operands' in question) || isAboutPages(question)) return question
  const operands = oneOfPages(question.kind, question.operands).map(arranged)
  return { kind: question.kind, operands: question.kind === 'and' ? oneNot(operands) : operands }
}

/** What is asked of pages is joined as pages, which are few. */
function oneOfPages(kind: 'and' | 'or', operands: readonly SettledQuery[]): readonly SettledQuery[] {
  const ofPages = operands.filter(isAboutPages)
  if (ofPages.length < 2) return operands
  return [...operands.filter((operand) => !isAboutPages(operand)), { kind, operands: ofPages }]
}

/** None of several is not any of them, and words are looked for all at once. */
function oneNot(operands: readonly SettledQuery[]): readonly SettledQuery[] {
  const nots = operands.filter((operand) => operand.kind === 'not' && !isAboutPages(operand))
  if (nots.length < 2) return operands
  const any = nots.flatMap((operand) => (operand.kind === 'not' ? [operand.operand] : []))
  return [
    ...operands.filter((operand) => !nots.includes(operand)),
    { kind: 'not', operand: { kind: 'or', operands: any } },
  ]
}
