/**
 * Completion: what somebody types behind `[[`, `@`, `#`, `((`, `/` or `::`, and the text after a choice.
 *
 * @see outliner 3.4
 */
import { parseBlock } from '@notegraph/block-text'
import { isInCode, type TextSelection } from '@notegraph/outliner'

/** The name that is being typed. */
export interface Typing {
  readonly kind: 'link' | 'mention' | 'tag' | 'block' | 'command' | 'key' | 'value'
  /** The place of its mark. */
  readonly start: number
  readonly name: string
  /** The property of a value, or the key that is written whole. */
  readonly key?: string
}

const LONGEST = 100

/**
 * Finds the name at the caret. In code, nothing names a page.
 *
 * @example
 * typingAt({ text: 'see [[Har', start: 9, end: 9 }) // { kind: 'link', start: 4, name: 'Har' }
 */
export function typingAt(selection: TextSelection): Typing | undefined {
  const typing = typingIn(selection)
  return typing && !isInCode(selection.text, selection.start) ? typing : undefined
}

function typingIn({ text, start, end }: TextSelection): Typing | undefined {
  if (start !== end) return undefined
  const line = text.slice(Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LONGEST), start)
  const at = start - line.length
  const link = line.lastIndexOf('[[')
  if (link >= 0 && !line.includes(']]', link))
    return { kind: 'link', start: at + link, name: line.slice(link + 2) }
  const block = line.lastIndexOf('((')
  if (block >= 0 && !line.includes('))', block))
    return { kind: 'block', start: at + block, name: line.slice(block + 2) }
  const tag = /(?:^|\s)#([^\s#[\]()",;:!?]*)$/u.exec(line)?.[1]
  if (tag !== undefined) return { kind: 'tag', start: start - tag.length - 1, name: tag }
  const mention = /(?:^|\s)@([^\s@#[\]()]{1,40})$/u.exec(line)?.[1]
  if (mention !== undefined) return { kind: 'mention', start: start - mention.length - 1, name: mention }
  const key = /^::([\p{L}\p{N} _./-]{0,40})$/u.exec(line)?.[1]
  if (key !== undefined) return { kind: 'key', start: at, name: key }
  const written = /^([\p{L}\p{N}_./-]{1,40})::$/u.exec(line)?.[1]
  if (written !== undefined) return { kind: 'key', start: at, name: written, key: written }
  const value = /^([\p{L}\p{N}_./-]{1,40})::[ \t]+([^,]*)$/u.exec(line)
  if (value) return { kind: 'value', start: start - value[2]!.length, name: value[2]!, key: value[1]! }
  const command = /(?:^|\s)\/([\p{L}\d ]{0,20})$/u.exec(line)?.[1]
  return command === undefined || command.startsWith(' ')
    ? undefined
    : { kind: 'command', start: start - command.length - 1, name: command }
}

/**
 * The text with chosen words instead of what was typed.
 *
 * @example
 * withWords({ text: '::aut', start: 5, end: 5 }, { kind: 'key', start: 0, name: 'aut' }, 'author:: ')
 * // { text: 'author:: ', start: 9, end: 9 }
 */
export function withWords({ text, start }: TextSelection, typing: Typing, words: string): TextSelection {
  const before = text.slice(0, typing.start) + words
  return { text: before + text.slice(start), start: before.length, end: before.length }
}

/** The text without what was typed for the completion. */
export const withoutTyping = (field: TextSelection, typing: Typing): TextSelection =>
  withWords(field, typing, '')

/**
 * The text with a reference to a chosen block.
 *
 * @example
 * withBlock({ text: 'see ((keel', start: 10, end: 10 }, { kind: 'block', start: 4, name: 'keel' }, 'b1')
 * // { text: 'see ((b1))', start: 10, end: 10 }
 */
export const withBlock = (field: TextSelection, typing: Typing, id: string, isEmbed = false): TextSelection =>
  withReference(field, typing, `((${id}))`, isEmbed)

/**
 * The text with a chosen name.
 *
 * @example
 * withName({ text: 'see [[Har', start: 9, end: 9 }, { kind: 'link', start: 4, name: 'Har' }, 'Harbour')
 * // { text: 'see [[Harbour]]', start: 15, end: 15 }
 */
export function withName(field: TextSelection, typing: Typing, name: string, isEmbed = false): TextSelection {
  const isTag = typing.kind === 'tag' && !isEmbed
  // Blanks and some marks would end the tag.
  const needsBrackets = !isTag || parseBlock(`#${name} `).tags[0] !== name
  return withReference(field, typing, (isTag ? '#' : '') + (needsBrackets ? `[[${name}]]` : name), isEmbed)
}

/**
 * Brackets pair as they are typed, so the closing ones may be there. Inside a reference, the rest of it goes too. All others are the
 * writer's.
 */
const PAIRED: Partial<Record<Typing['kind'], RegExp>> = {
  link: /^(?:[^[\]\n]*\]\]|\])/u,
  block: /^(?:[^()\n]*\)\)|\))/u,
}

function withReference(
  { text, start }: TextSelection,
  typing: Typing,
  reference: string,
  isEmbed: boolean,
): TextSelection {
  const above = text.slice(0, typing.start)
  const before = above + (isEmbed && !/\{\{embed\s*$/u.test(above) ? `{{embed ${reference}}}` : reference)
  const rest = text.slice(start).replace(PAIRED[typing.kind] ?? '', '')
  return { text: before + rest, start: before.length, end: before.length }
}
