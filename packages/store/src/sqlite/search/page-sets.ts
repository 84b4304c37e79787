/** The pages that meet what a question asks of pages alone: they are joined as pages, which are few, before blocks are. */
import type { SettledQuery } from '@notegraph/query'
import type { Db } from '../database.ts'
import { isOfPages } from '../query-sql.ts'
import { Bits } from './bits.ts'
import type { Counts } from './counts.ts'

/** Whether nothing but pages decides. */
export const isAboutPages = (question: SettledQuery): boolean => {
  if ('operands' in question) return question.operands.every(isAboutPages)
  return question.kind === 'not' ? isAboutPages(question.operand) : isOfPages(question)
}

/** By their numbers, for one question at a time. @param size @see Bits */
export function pageSets(db: Db, counts: Counts): (size: number) => (question: SettledQuery) => Bits {
  const numbers = db.prepare<[], number>('SELECT n FROM page').pluck()

  return (size) => {
    const made = new Map<SettledQuery, Bits>()
    let all: Bits | undefined

    function pagesOf(question: SettledQuery): Bits {
      let pages = made.get(question)
      if (!pages) made.set(question, (pages = make(question)))
      return pages
    }

    function make(question: SettledQuery): Bits {
      if (question.kind === 'not')
        return (all ??= Bits.of(size, numbers.all())).without(pagesOf(question.operand))
      if ('operands' in question)
        return question.operands.map(pagesOf).reduce((a, b) => (question.kind === 'and' ? a.and(b) : a.or(b)))
      if (!isOfPages(question)) throw new Error(`${question.kind} asks more than pages`)
      return Bits.of(size, counts.pagesOf(question))
    }

    return pagesOf
  }
}
