/**
 * Rules for every answer, whatever the task. The agent must have looked, and the answer must be an answer: short, and
 * no recital of the notes.
 */
import { plain } from './facts.ts'

export const MOST_CHARACTERS = 2_000

/** The most characters in whole lines of the notes that an answer may repeat. A page of quotes has some 400. */
export const MOST_RECITED = 600

/** Shorter lines can be names, days and common words. */
const SHORTEST_LINE = 25

/** The lines of a note that an answer could recite, in the form of `plain`. */
export const recitableLines = (note: string): string[] =>
  note
    .split('\n')
    .map((line) => plain(line.replace(/^\s*(?:[-#>|]+ )*(?:[\w-]+:: )?/, '')))
    .filter((line) => line.length >= SHORTEST_LINE)

/** An answer, with the facts that these rules need. */
export interface JudgedAnswer {
  /** The answer in the form of `plain`. */
  readonly answer: string
  /** How many tools the agent called. */
  readonly calls: number
  /** The lines of the notes that an answer could recite. */
  readonly lines: readonly string[]
}

/** @returns the faults, one line each */
export function answerFaults({ answer, calls, lines }: JudgedAnswer): string[] {
  const recited = lines.filter((line) => answer.includes(line)).join('').length
  return [
    ...(calls === 0 ? ['no tool was called'] : []),
    ...(answer.length > MOST_CHARACTERS
      ? [`the answer has ${answer.length} characters, more than ${MOST_CHARACTERS}`]
      : []),
    ...(recited > MOST_RECITED
      ? [`the answer recites ${recited} characters of the notes, more than ${MOST_RECITED}`]
      : []),
  ]
}
