/** One change in a line: its page, a verb, and the first words of what it wrote. */
import { parseBlock, visibleLine } from '@notegraph/block-text'
import type { ChangeAction, Touched } from '@notegraph/contract'
import { lineWords } from '@notegraph/render'
import type { ChangeView } from '@notegraph/service'
import { counted } from '@notegraph/service'
import { html, type Html } from '../../html.ts'
import { shownName } from '../../components/page-name.ts'
import { cutText } from '../../components/shown-length.ts'

/** The most characters of the words; the style sheet cuts them to the line. */
const MOST = 160

/** The verb of each action. A new action fails to compile until it has one. An import is of many pages: its summary counts them. */
const VERBS: Record<Exclude<ChangeAction, 'import'>, (sides: readonly Touched[]) => string> = {
  add_block: () => 'Added',
  add_outline: (sides) => `Added ${counted(blocksOf(sides).length, 'block')}`,
  create_page: () => 'Created',
  set_task: taskVerb,
  update_block: () => 'Edited',
  set_property: propertyVerb,
  set_properties: propertyVerb,
  set_block_properties: () => 'Set properties',
  batch_write: (sides) => `Changed ${counted(sides.length, 'item')}`,
  move_blocks: (sides) => `Moved ${counted(blocksOf(sides).length, 'block')}`,
  delete_blocks: (sides) => `Deleted ${counted(blocksOf(sides).length, 'block')}`,
  rename_page: () => 'Renamed',
  delete_page: () => 'Deleted',
  keep_versions: () => 'Kept both versions',
  use_version: () => 'Chose a version',
  restore: () => 'Restored',
}

const blocksOf = (sides: readonly Touched[]): readonly Touched[] =>
  sides.filter(({ kind }) => kind === 'block')

function taskVerb(sides: readonly Touched[]): string {
  const { before = '', after = '' } = blocksOf(sides)[0] ?? {}
  const [was, is] = [parseBlock(before).marker, parseBlock(after).marker]
  if (was === is) return 'Changed the task'
  return is === undefined ? 'Removed the task' : `Set to ${is}`
}

function propertyVerb(sides: readonly Touched[]): string {
  const keys = sides.flatMap(({ key }) => key ?? [])
  const isCleared = sides.every(({ after }) => after === undefined)
  return `${isCleared ? 'Cleared' : 'Set'} ${keys.length === 1 ? keys[0] : counted(keys.length, 'property', 'properties')}`
}

const isAction = (action: string): action is keyof typeof VERBS => Object.hasOwn(VERBS, action)

/** The page by its name, the verb, and the words; an import, or an action of another release, shows its own summary. */
export function changeLine({ action, summary, page, pageId, sides }: ChangeView): Html {
  if (!isAction(action)) return html`<bdi class="words">${summary}</bdi>`
  return html`<bdi class="page">${shownName({ name: page, id: pageId })}</bdi>
    <span class="verb">${VERBS[action](sides)}</span> <span class="words" dir="auto">${wordsOf(sides)}</span>`
}

/** The words of the first block that has some, else of the one property. */
function wordsOf(sides: readonly Touched[]): string {
  for (const { before, after } of blocksOf(sides)) {
    const { text } = visibleLine(parseBlock(after ?? before ?? ''))
    if (text !== '') return wordsIn(text)
  }
  const [only, ...others] = sides.filter(({ kind }) => kind === 'property')
  return only && others.length === 0 ? wordsIn(only.after ?? only.before ?? '') : ''
}

/** The beginning of a line without its marks. */
const wordsIn = (line: string): string => lineWords(cutText(line, MOST))
