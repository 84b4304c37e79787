/**
 * The keys of the outliner: one table for the keyboard, for the list that `?` shows, and for a person's own keys. `Mod` is
 * Cmd on a Mac and Ctrl elsewhere.
 *
 * @see outliner 3.1
 */

/** The place of the keyboard: the text of a block, selected blocks, or neither. */
export type KeyPlace = 'text' | 'blocks' | 'page'

/** The heading under which the list shows a key. */
export type KeyGroup = 'Writing' | 'Outline' | 'Selection' | 'Places'

/** A line of the table. */
export interface KeyRow {
  readonly keys: readonly string[]
  readonly in: readonly KeyPlace[]
  readonly group: KeyGroup
  /** Words for the list. */
  readonly words: string
  /** Whether the browser does it by its own keys, so that a person can set no others. */
  readonly isFixed?: true
}

const TEXT: readonly KeyPlace[] = ['text']
const BLOCKS: readonly KeyPlace[] = ['blocks']
const OUTLINE: readonly KeyPlace[] = ['text', 'blocks']
const EVERYWHERE: readonly KeyPlace[] = ['text', 'blocks', 'page']

/** The name of a command that a key can run. */
export type KeyCommand =
  | 'split'
  | 'lineBreak'
  | 'joinUp'
  | 'joinDown'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'highlight'
  | 'link'
  | 'follow'
  | 'followBeside'
  | 'pastePlain'
  | 'undo'
  | 'redo'
  | 'nest'
  | 'unnest'
  | 'moveUp'
  | 'moveDown'
  | 'moveToPage'
  | 'fold'
  | 'unfold'
  | 'cycleMarker'
  | 'zoom'
  | 'zoomOut'
  | 'menu'
  | 'escape'
  | 'edit'
  | 'selectUp'
  | 'selectDown'
  | 'selectIn'
  | 'selectOut'
  | 'selectFirst'
  | 'selectLast'
  | 'extendUp'
  | 'extendDown'
  | 'selectAll'
  | 'delete'
  | 'copy'
  | 'cut'
  | 'start'
  | 'switcher'
  | 'help'

/** Every command that a key can run, with its default keys. */
export const KEYS: Readonly<Record<KeyCommand, KeyRow>> = {
  split: { keys: ['Enter'], in: TEXT, group: 'Writing', words: 'New block' },
  lineBreak: { keys: ['Shift+Enter'], in: TEXT, group: 'Writing', words: 'New line in the block' },
  joinUp: {
    keys: ['Backspace'],
    in: TEXT,
    group: 'Writing',
    words: 'At the start: join with the block above',
  },
  joinDown: { keys: ['Delete'], in: TEXT, group: 'Writing', words: 'At the end: join with the block below' },
  bold: { keys: ['Mod+B'], in: TEXT, group: 'Writing', words: 'Bold' },
  italic: { keys: ['Mod+I'], in: TEXT, group: 'Writing', words: 'Italic' },
  strike: { keys: ['Mod+Shift+X'], in: TEXT, group: 'Writing', words: 'Crossed out' },
  highlight: { keys: ['Mod+Shift+H'], in: TEXT, group: 'Writing', words: 'Highlighted' },
  link: { keys: ['Mod+L'], in: TEXT, group: 'Writing', words: 'Link' },
  pastePlain: {
    keys: ['Mod+Shift+V'],
    in: TEXT,
    group: 'Writing',
    words: 'Paste as plain text into one block',
    isFixed: true,
  },
  undo: { keys: ['Mod+Z'], in: EVERYWHERE, group: 'Writing', words: 'Undo' },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], in: EVERYWHERE, group: 'Writing', words: 'Redo' },

  nest: { keys: ['Tab'], in: OUTLINE, group: 'Outline', words: 'Indent' },
  unnest: { keys: ['Shift+Tab'], in: OUTLINE, group: 'Outline', words: 'Outdent' },
  moveUp: { keys: ['Alt+Shift+ArrowUp'], in: OUTLINE, group: 'Outline', words: 'Move up' },
  moveDown: { keys: ['Alt+Shift+ArrowDown'], in: OUTLINE, group: 'Outline', words: 'Move down' },
  moveToPage: { keys: ['Mod+Shift+M'], in: OUTLINE, group: 'Outline', words: 'Move to another page' },
  fold: { keys: ['Mod+ArrowUp'], in: OUTLINE, group: 'Outline', words: 'Fold' },
  unfold: { keys: ['Mod+ArrowDown'], in: OUTLINE, group: 'Outline', words: 'Unfold' },
  cycleMarker: { keys: ['Mod+Enter'], in: OUTLINE, group: 'Outline', words: 'Next task marker' },
  zoom: { keys: ['Mod+.'], in: OUTLINE, group: 'Outline', words: 'Zoom in' },
  zoomOut: { keys: ['Mod+,'], in: EVERYWHERE, group: 'Outline', words: 'Zoom out' },
  menu: { keys: ['Mod+/'], in: OUTLINE, group: 'Outline', words: 'Commands of the block' },

  escape: {
    keys: ['Escape'],
    in: OUTLINE,
    group: 'Selection',
    words: 'Select the block, then leave the outline',
  },
  edit: { keys: ['Enter'], in: BLOCKS, group: 'Selection', words: 'Edit the block' },
  selectUp: { keys: ['ArrowUp'], in: BLOCKS, group: 'Selection', words: 'Select the block above' },
  selectDown: { keys: ['ArrowDown'], in: BLOCKS, group: 'Selection', words: 'Select the block below' },
  selectIn: {
    keys: ['ArrowRight'],
    in: BLOCKS,
    group: 'Selection',
    words: 'Unfold, then select the first block inside',
  },
  selectOut: {
    keys: ['ArrowLeft'],
    in: BLOCKS,
    group: 'Selection',
    words: 'Fold, then select the block around',
  },
  selectFirst: { keys: ['Home'], in: BLOCKS, group: 'Selection', words: 'Select the first block' },
  selectLast: { keys: ['End'], in: BLOCKS, group: 'Selection', words: 'Select the last block' },
  extendUp: { keys: ['Shift+ArrowUp'], in: BLOCKS, group: 'Selection', words: 'Select more above' },
  extendDown: { keys: ['Shift+ArrowDown'], in: BLOCKS, group: 'Selection', words: 'Select more below' },
  selectAll: { keys: ['Mod+A'], in: BLOCKS, group: 'Selection', words: 'Select all blocks' },
  delete: { keys: ['Delete', 'Backspace'], in: BLOCKS, group: 'Selection', words: 'Delete' },
  copy: { keys: ['Mod+C'], in: BLOCKS, group: 'Selection', words: 'Copy', isFixed: true },
  cut: { keys: ['Mod+X'], in: BLOCKS, group: 'Selection', words: 'Cut', isFixed: true },

  start: { keys: ['Enter'], in: ['page'], group: 'Places', words: 'Select the first block, or write one' },
  switcher: {
    keys: ['Mod+K'],
    in: EVERYWHERE,
    group: 'Places',
    words: 'Go to a page, a day, a block or a command',
  },
  follow: { keys: ['Mod+O'], in: OUTLINE, group: 'Places', words: 'Follow the link at the caret' },
  followBeside: { keys: ['Mod+Shift+O'], in: OUTLINE, group: 'Places', words: 'Open that link beside' },
  help: { keys: ['?'], in: ['blocks', 'page'], group: 'Places', words: 'All keys' },
}

/** A person's own keys; commands that they leave out keep the default. An empty list takes the keys away. */
export type OwnKeys = Partial<Readonly<Record<KeyCommand, readonly string[]>>>

/** All commands that a key can run. */
export const COMMANDS = Object.keys(KEYS) as readonly KeyCommand[]

/**
 * The keys of a command.
 *
 * @example
 * keysOf('bold') // ['Mod+B']
 */
export const keysOf = (command: KeyCommand, own: OwnKeys = {}): readonly string[] =>
  (KEYS[command].isFixed ? undefined : own[command]) ?? KEYS[command].keys

/** The members of a keyboard event that decide. */
export interface PressedKey {
  readonly key: string
  /** The place of the key on the keyboard, such as `KeyB`. */
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** Whether an input method is composing. Its keys belong to it. */
  readonly isComposing?: boolean
}

/** The facts that decide what a key means. */
export interface KeySetting {
  readonly place: KeyPlace
  readonly isMac: boolean
  readonly own?: OwnKeys
}

/**
 * Finds the command of a pressed key.
 *
 * @returns `undefined` if the key belongs to the browser or to an input method
 * @example
 * const key = { key: 'b', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
 * commandOfKey(key, { place: 'text', isMac: false }) // 'bold'
 */
export function commandOfKey(pressed: PressedKey, { place, isMac, own }: KeySetting): KeyCommand | undefined {
  if (pressed.isComposing === true || pressed.key === 'Process' || pressed.key === 'Dead') return undefined
  const names = namesOf(pressed, isMac)
  return COMMANDS.find(
    (command) =>
      KEYS[command].in.includes(place) && keysOf(command, own).some((keys) => names.includes(keys)),
  )
}

/** Every name by which a pressed key can be in the table. */
function namesOf(
  { key, code = '', ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
  isMac: boolean,
): string[] {
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (other) return []
  const modifiers = (withShift: boolean): string =>
    (mod ? 'Mod+' : '') + (altKey ? 'Alt+' : '') + (withShift ? 'Shift+' : '')
  const isLetter = /^[a-z]$/i.test(key)
  const main = isLetter ? key.toUpperCase() : key === ' ' ? 'Space' : key
  const names = [modifiers(shiftKey) + main]
  // Marks such as `?` need Shift on some keyboards.
  if (key.length === 1 && !isLetter) names.push(modifiers(false) + main)
  // Keyboards of other scripts, and Alt on a Mac, give other letters for the same key.
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined && !isLetter && (mod || altKey)) names.push(modifiers(shiftKey) + letter)
  return names
}
