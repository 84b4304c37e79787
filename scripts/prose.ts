/**
 * The sentences of comments and of Markdown, and two faults of a sentence: an opening with a relative clause, and a
 * length over 25 words. Code, tables, links' targets and headings are no prose.
 */

/** The most words of one sentence; a code span is one word. */
export const MAX_SENTENCE_WORDS = 25

const CLAUSE = /^(?:what|whatever|who|whom|whose|whoever|of|where|wherever|which|whichever)\b/i

/** @returns whether a sentence that is not a question opens with a "what", "who", "of", "where" or "which" clause */
export const opensWithClause = (sentence: string): boolean => CLAUSE.test(sentence) && !sentence.endsWith('?')

/** @returns the number of words; a code span is one, and a mark alone is none */
export const wordCount = (sentence: string): number =>
  sentence
    .replaceAll(/(`+)[^]*?\1/g, 'code')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** @returns the sentences of a comment's text, without its `/*` or `//`; examples and directives are left out */
export function sentencesOfComment(comment: string): string[] {
  const text = comment
    .replaceAll(/^[ \t]*\*+ ?/gm, '')
    .replaceAll(/^@(?:example|see|default)\b[^]*?(?=^@|(?![^]))/gm, '')
    .replaceAll(/^@(?:param|template)(?: +\{[^}]*\})? +\S+(?: +-)?/gm, '\n\n')
    .replaceAll(/^@\w+/gm, '\n\n')
    .replaceAll(/\{@link ([^}|]+)[^}]*\}/g, '`$1`')
  return /^\s*(?:[@#]__|oxlint-|eslint-|prettier-|@ts-|\/ <reference|<!--)/.test(comment)
    ? []
    : sentencesOfMarkdown(text)
}

/** @returns the sentences of Markdown's paragraphs and list items, code spans as they are written */
export function sentencesOfMarkdown(markdown: string): string[] {
  return markdown
    .replaceAll(/^([ \t]*)(`{3,}|~{3,}).*\n[^]*?(?:^[ \t]*\2`*[ \t]*$|(?![^]))/gm, '\n\n')
    .replaceAll(/<!--[^]*?-->/g, '\n\n')
    .replaceAll(/^[ \t]*(?:\||#{1,6} |\[[^\]]+\]: |<\/?\w).*$/gm, '\n\n')
    .replaceAll(/^[ \t]*>[ \t]?/gm, '')
    .split(/\n[ \t]*\n|^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/m)
    .flatMap(sentencesOfParagraph)
}

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION = /\b(?:e\.g|i\.e|vs|etc|cf|No)\.$/

function sentencesOfParagraph(paragraph: string): string[] {
  const spans: string[] = []
  const text = paragraph
    .replaceAll(/(`+)[^]*?\1/g, (span) => `\u{F0000}${spans.push(span) - 1}\u{F0001}`)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<?https?:\/\/\S+/g, 'address')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentences: string[] = []
  for (const part of text.split(/(?<=[.!?…][)"”’']*) (?=["“‘(]?[\p{Lu}\p{N}\u{F0000}])/u)) {
    const last = sentences.at(-1)
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = `${last} ${part}`
    else if (part !== '') sentences.push(part)
  }
  return sentences.map((sentence) =>
    sentence.replaceAll(/\u{F0000}(\d+)\u{F0001}/gu, (_, index: string) => spans[Number(index)]!),
  )
}
