// The blocks of a page
export {
  levelOf,
  outlineOf,
  siblingsOf,
  type Block,
  type Outline,
  type OutlineRow,
} from './outline/outline.ts'
export { blockAbove, blockBelow, showsChildren, visibleBlocks } from './outline/visible.ts'
export { numberOf } from './outline/number.ts'

// State
export {
  caretIn,
  outlineState,
  pickedBlocks,
  pickedRoots,
  type Caret,
  type CaretAt,
  type Focus,
  type OutlineState,
  type Selection,
} from './outline/state.ts'
export { carriedTo, focusIn } from './outline/follow.ts'
export { focusAfterStep } from './outline/step.ts'

// Commands and their edits
export { runCommand, type Command } from './outline/command.ts'
export type { Done, NotDone, Outcome, Surroundings } from './outline/outcome.ts'
export { refusalWords, type Refusal } from './outline/messages.ts'
export {
  applyEdit,
  deletionsOf,
  inverseOf,
  touchedBy,
  withRevs,
  type Deletions,
  type Edit,
  type Operation,
  type Where,
} from './outline/operation.ts'
export { markedText, nextMarker } from './outline/marks.ts'

// The text of a field
export { contentOf, fieldOf, startsFolded, toContent, toField, type Field } from './outline/field.ts'
export { linkAt, type LinkTarget } from './outline/link-at.ts'
export { isInCode, withNumber, withoutNumber, writtenEnd } from './outline/words.ts'

// Keys, and commands on the text of a field
export {
  commandOfKey,
  keysOf,
  KEYS,
  type KeyCommand,
  type KeyGroup,
  type KeyPlace,
  type KeyRow,
  type KeySetting,
  type OwnKeys,
  type PressedKey,
} from './keys/table.ts'
export { keyClashes, keyList, readKeys, shownKeys, type KeyLine } from './keys/own-keys.ts'
export {
  deletePair,
  insertLink,
  linkOver,
  MARKS,
  toggleMark,
  typePair,
  type MarkName,
  type TextSelection,
} from './keys/text-commands.ts'

// The clipboard
export {
  copyBlocks,
  outlineMarkdown,
  cutOf,
  referenceTo,
  type Copied,
  type Cut,
  type CutBlock,
  type ReferenceKind,
} from './clipboard/copy.ts'
export { planPaste, type ClipboardContents, type Paste, type PasteSetting } from './clipboard/plan-paste.ts'
export { MOST_PASTED, nested, type PastedBlock } from './clipboard/pasted.ts'
export { looksLikeOpml, readText } from './clipboard/read-text.ts'
export { readHtml } from './clipboard/read-html.ts'
export { readOpml } from './clipboard/read-opml.ts'
export { DEEPEST_ELEMENT, unstyled, type MarkupElement, type MarkupNode } from './clipboard/markup.ts'
