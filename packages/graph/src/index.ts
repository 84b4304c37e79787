// Records
export {
  isLive,
  isOwnersKey,
  journalDay,
  journalId,
  kindOf,
  nameOf,
  PAGE_FAVORITE,
  PAGE_FILE,
  PAGE_KIND,
  PAGE_NAME,
  PAGE_ORDER,
  PAGE_SPELLING,
  propOf,
  spellingsOf,
  type BlockRecord,
  type GraphRecord,
  type Json,
  type PageKind,
  type PageRecord,
  type Place,
  type Prop,
  type ShapeRecord,
  type Version,
  type Words,
} from './record.ts'
export {
  isRecordId,
  makeBlock,
  makePage,
  makeShape,
  type NewBlock,
  type NewPage,
  type NewShape,
} from './make.ts'
export { isPlain, plainBlock, plainBlockJson, recordJson, type PlainBlock } from './plain-block.ts'

// Properties of a page as readers see them
export { keysInOrder, looksLikeInteger, setInOrder } from './key-order.ts'
export { valueNames, type ValueNames } from './value-names.ts'
export { renamedValues, withAliases, type RenamedValue } from './renamed-values.ts'
export { heldProp, propText, writtenProps, type Props, type PropertyValue } from './page-props.ts'
export { isShown } from './shown-props.ts'

// Edits of records
export { recreatePage, HISTORY, moveTo, remove, reword, setProps } from './edit.ts'

// Finding pages
export { nameRank } from './name-match.ts'
export { compareNames } from './name-order.ts'

// The outline
export { ancestorsOf } from './ancestors.ts'
export { compareSiblings, outline, type OutlineItem, type OutlinePosition } from './outline.ts'
export { outlinePart, type OutlinePart, type PartItem, type PartPosition } from './outline-part.ts'
export { circles, type OutlineLink } from './circles.ts'
export { orderBetween } from './order.ts'

// Files that no row shows to be in use
export { highlightSources, pdfStem, type FileLocation, type HighlightSources } from './highlight-files.ts'
export { possibleFileIds } from './possible-file-ids.ts'

// Rows that a store indexes
export type { DeriveEnv, PageEnv } from './env.ts'
export { deriveBlock, markedWords, searchedWords, type BlockRow } from './block-row.ts'
export {
  blockLine,
  placesOf,
  referringCounts,
  referringText,
  shownAt,
  type ReadEnv,
  type ReferringBlock,
} from './referring-block.ts'
export { derivePage, type PageRow } from './page-row.ts'
export { referencesOf, tagNames, type References } from './references.ts'
export { propertyRow, type PropertyRow } from './property-row.ts'

// Rows that follow from a commit
export {
  Reindex,
  rowsToLoad,
  type BlockPut,
  type LoadedRows,
  type PagePut,
  type RecordPut,
  type ReindexEnv,
  type RowsToLoad,
  type ShapePut,
} from './reindex/reindex.ts'
export {
  followersToLoad,
  withFollowers,
  type Followers,
  type FollowersToLoad,
  type NumberedRecord,
  type RecordChange,
} from './reindex/followers.ts'
export { NO_USES, type PropertyPair, type RecordUses, type UsesDifference } from './reindex/difference.ts'
export type { LinePut, Lines } from './reindex/lines.ts'
export type {
  NameCountPut,
  NameUses,
  PageNamePut,
  PageNamesDifference,
  PagesToResolve,
  UseCounts,
} from './reindex/name-uses.ts'
export type { BlockTotals, PageSums, PageSumsPut, PageTimes } from './reindex/page-sums.ts'
export { ownNames, totalsOf, typeToPut, type NameUseTotals, type PageToResolve } from './reindex/page-type.ts'

// Names, types, counts
export { linkName } from './name.ts'
export { resolveType, type ResolvedType, type TypeFacts } from './resolved-type.ts'
export { countText, type Counts } from './counts.ts'
export { LaterWords } from './later-words.ts'

// Answers
export { blockJson, blockJsonOn, pageJson, type AnswerPage } from './answer.ts'
export { markerOf, readMore, refersToBlocks, type BlockMore, type BlockParts } from './block-view.ts'

// Time zones
export { dayAt, isZone, startOfDay } from './zone.ts'

// Numbers in sentences
export { counted, numbered } from './counted.ts'

// Collections
export { groupBy } from './group-by.ts'

// Limits that the folder reader and its callers share
export { FOLDER_NOTE_LIMITS, type FolderNoteLimits, type NoteLimits } from './note-limits.ts'
