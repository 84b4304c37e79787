// Names and days
export { fold, foldsSimply, isAscii } from './fold.ts'
export {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  isoDay,
  looksLikeIsoDay,
  makeDay,
  readDay,
  readIsoDay,
  weekday,
} from './day.ts'

// Reading a block
export { parseBlock, parseMarks, withoutPercentComments } from './parse.ts'
export type { BlockLayout, BlockText, Cut } from './block.ts'
export {
  idleRepeater,
  keepTimes,
  readDateLine,
  readRest,
  readTimes,
  type DateKind,
  type DateLine,
  type DateMark,
  withoutRepeater,
} from './date-line.ts'
export {
  hasTime,
  idleHours,
  type NextDate,
  nextDate,
  nextDates,
  nextDay,
  readShift,
  type RepeatingDates,
  type Shift,
  shiftDate,
} from './repeat.ts'
export type { Mark, Spot } from './references.ts'
export type { Head, Heading } from './head.ts'
export {
  FINISHED_MARKERS,
  isOpen,
  readCheckbox,
  type Checkbox,
  type Marker,
  MARKERS,
  OPEN_MARKERS,
  PRIORITIES,
  type Priority,
} from './marker.ts'
export { isPropertyKey, type Property } from './property-line.ts'
export { isNumbered, isNumbering, NUMBER_KEY, numbersOf, type NumberedItem } from './numbered.ts'

// Lists and links in a value
export { linkedNames, listPart, listValues, writtenValues } from './value.ts'

// Displaying and searching
export {
  cutLine,
  LONGEST_LINE,
  MOST_ADDED,
  replaceReferences,
  type VisibleText,
  visibleLine,
  visibleText,
} from './visible-text.ts'
export { searchText, withoutIdLines } from './search.ts'
export { dataAddresses, replaceData, type DataAddress } from './data-address.ts'
export { DENSE, letterKind, MARK, SPACE, WORD, type LetterKind } from './letter-kind.ts'
export { RunFinder, type Occurrences } from './occurrences.ts'
export { foldForSearch, searchedText, type LetterMarks, type SearchedText } from './search-fold.ts'
export { WordsFinder } from './words-finder.ts'
export { snippetOf, wordPlaces, type Snippet, type TextRange } from './snippet.ts'

// Files
export { FILE_PATH } from './file-path.ts'
export {
  type FileAddress,
  fileIds,
  filePlaces,
  FILES,
  type FileName,
  mayNameFile,
  nameFiles,
  namesFile,
  readFileId,
} from './file.ts'

// Writing
export { blockLines } from './block-lines.ts'
export { type InputOptions, readInput, type TextFault } from './input.ts'
export { normalizeLines } from './normalize.ts'
export { type BlockParts, partsOf, renderBlock, rewriteBlock } from './rewrite.ts'
export { setMarker } from './task.ts'
export { editTask, type TaskEdit } from './edit-task.ts'
export { editProperties, type EditedProperties, type PropertyEdits } from './edit-properties.ts'
export { linkLabel, markdownLink, sharedText, type Shared } from './link.ts'
export { Mentions } from './mention.ts'
export { mayHoldQuery, renameReferences } from './rename-references.ts'
export { replaceWords, type Replaced } from './replace-words.ts'
export { newUndatedLine } from './complete-dates.ts'
