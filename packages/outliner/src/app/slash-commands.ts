/**
 * The commands behind `/` in a block. Most change the text of the field; the others ask for something first, such as a day.
 *
 * @see outliner 3.4
 */
import {
  addDays,
  editTask,
  isNumbered,
  isoDay,
  keepTimes,
  partsOf,
  parseBlock,
  renderBlock,
  type BlockParts,
  type DateMark,
  type Day,
  type Marker,
} from '@notegraph/block-text'
import {
  carriedTo,
  insertLink,
  markedText,
  withNumber,
  withoutNumber,
  type TextSelection,
} from '@notegraph/outliner'

type Heading = NonNullable<BlockParts['heading']>

/** A fact that a command needs from the person. */
export type Ask = 'scheduled' | 'deadline' | 'date' | 'file' | 'page' | 'template'

export interface SlashCommand {
  readonly words: string
  /** Other words by which it is found. */
  readonly also?: string
  readonly run: (field: TextSelection, today: Day, minute: number) => TextSelection | Ask
}

/** The text with other words, and the caret at its letter. */
export function withText(
  { text: before, start, end }: TextSelection,
  text: string,
  side: 'left' | 'right' = 'right',
): TextSelection {
  const carried = carriedTo(before, text, side)
  return { text, start: carried(start), end: carried(end) }
}

/** The text with another day. The time and the repeater stay, unless the new date has its own. @see assistants 3.2 */
export function withDate(
  field: TextSelection,
  which: 'scheduled' | 'deadline',
  date: Pick<DateMark, 'day' | 'rest'>,
): TextSelection {
  const old = parseBlock(field.text).layout[which]
  return withText(field, editTask(field.text, { [which]: old ? keepTimes({ ...old, ...date }, old) : date }))
}

const inserted = (
  { text, start, end }: TextSelection,
  words: string,
  caret = words.length,
): TextSelection => ({
  text: text.slice(0, start) + words + text.slice(end),
  start: start + caret,
  end: start + caret,
})

const marker = (wanted: Marker | null, words: string, also?: string): SlashCommand => ({
  words,
  ...(also !== undefined && { also }),
  run: (field, today, minute) => withText(field, markedText(field.text, wanted, today, minute)),
})

const priority = (wanted: 'A' | 'B' | 'C'): SlashCommand => ({
  words: `Priority ${wanted}`,
  run: (field) => withText(field, editTask(field.text, { priority: wanted })),
})

const heading = (level: Heading): SlashCommand => ({
  words: `Heading ${level}`,
  also: `h${level}`,
  run: (field) => withText(field, renderBlock({ ...partsOf(parseBlock(field.text)), heading: level })),
})

const day = (words: string, count: number): SlashCommand => ({
  words,
  run: (field, today) => inserted(field, `[[${isoDay(addDays(today, count) ?? today)}]]`),
})

const asks = (words: string, ask: Ask, also?: string): SlashCommand => ({
  words,
  ...(also !== undefined && { also }),
  run: () => ask,
})

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  marker('TODO', 'TODO', 'task'),
  marker('DOING', 'DOING'),
  marker('DONE', 'DONE'),
  marker('LATER', 'LATER'),
  marker('NOW', 'NOW'),
  marker('WAITING', 'WAITING'),
  marker('CANCELED', 'CANCELED'),
  marker(null, 'No task'),
  priority('A'),
  priority('B'),
  priority('C'),
  asks('Scheduled', 'scheduled'),
  asks('Deadline', 'deadline'),
  asks('Date', 'date', 'calendar day'),
  day('Today', 0),
  day('Tomorrow', 1),
  day('Yesterday', -1),
  { words: 'Link a page', also: '[[', run: (field) => inserted(field, '[[]]', 2) },
  { words: 'Link an address', also: 'url', run: insertLink },
  ...([1, 2, 3, 4, 5, 6] as const).map(heading),
  {
    words: 'Property',
    also: 'field ::',
    run: ({ text }) => {
      const line = `${text === '' || text.endsWith('\n') ? text : `${text}\n`}::`
      return { text: line, start: line.length, end: line.length }
    },
  },
  {
    words: 'Quote',
    run: (field) => withText(field, renderBlock({ ...partsOf(parseBlock(field.text)), quote: true })),
  },
  {
    words: 'Numbered list',
    also: 'ordered 1.',
    // The line of the number is no place to write.
    run: (field) =>
      withText(field, isNumbered(field.text) ? withoutNumber(field.text) : withNumber(field.text), 'left'),
  },
  { words: 'Code block', run: (field) => inserted(field, '```\n\n```', 3) },
  { words: 'Query', run: (field) => inserted(field, '{{query }}', 8) },
  { words: 'Embed a page', run: (field) => inserted(field, '{{embed [[]]}}', 10) },
  { words: 'Embed a block', run: (field) => inserted(field, '{{embed (())}}', 10) },
  asks('Add a file', 'file', 'picture image upload'),
  asks('Template', 'template'),
  asks('Move to page', 'page'),
]

/** The commands that fit what is typed behind `/`: those whose words begin so first. */
export function findCommands(typed: string): readonly SlashCommand[] {
  const wanted = typed.toLowerCase()
  const fits = ({ words, also = '' }: SlashCommand): number => {
    const text = `${words} ${also}`.toLowerCase()
    return text.startsWith(wanted) ? 0 : text.includes(` ${wanted}`) ? 1 : 2
  }
  return SLASH_COMMANDS.filter((one) => fits(one) < 2).toSorted((a, b) => fits(a) - fits(b))
}
