// Reading a folder
export { planFolder, type FolderPlan, type NoteFile } from './plan.ts'
export { deeperThan, FOLDER_NOTE_LIMITS, type NoteLimits } from './limits.ts'
export { fileText, type PartsOf } from './read-markdown.ts'
export { notesWithParts, readParts } from './read-parts.ts'
export type { NoteOutline } from './note-outline.ts'
export type { NoteParts } from './note-parts.ts'
export { nameKey, underPath } from './own-names.ts'
export { ownText } from './own-text.ts'
export { openPageFile, type PageFile, type PageFileSources } from './page-file.ts'
export { mayHoldPages, readPages } from './page-files.ts'
export { FINDINGS, MOST_EXAMPLES, type Finding, type FindingKind } from './findings.ts'
export { opmlContent, type OpmlAttributes } from './opml-content.ts'
export { readBody, type BodyBlock, type ReadBody } from './read-body.ts'
export { isAsExported, readNote } from './read-note.ts'
export { readPlan } from './read-plan.ts'
export { readSource, type FolderNote, type ReadFolder, type ReadLimits } from './read-folder.ts'
export { noteReader, type NoteReader, type NoteSources, type OpenedNote } from './note-reader.ts'
export { folderReader, type FolderReader, type TextFile } from './folder-reader.ts'
export { decodeText, encodingOf, Unreadable, type FolderSource } from './source.ts'
export { withFiles } from './files.ts'
export { LEFT_OUT, lostWords, wordsOf, type LostWord, type ReadWords } from './lost-words.ts'
export { flatten, nest, type FlatDraft } from './outline-draft.ts'
export { pageRecords, type PageRecords, type PageRecordsOptions } from './page-records.ts'
export type {
  AssetSpan,
  BlockDraft,
  DraftText,
  MissingAsset,
  NoteDraft,
  ReadResult,
  ShapeDraft,
  Unread,
  ReferenceTarget,
} from './draft.ts'

// Writing a folder
export {
  filePath,
  planExport,
  type ExportPlan,
  type ExportSource,
  type FolderExport,
  type PlacedBlock,
  type VaultLinks,
  type WrittenFile,
} from './export-plan.ts'
export { addressFrom } from './address.ts'
export { fileForm, type FileForm } from './file-form.ts'
export type { NoteLines } from './note-lines.ts'
export { newNotePath } from './new-path.ts'
export { ownProps } from './record.ts'
export { patchNote, type Difference, type NotePatch, type PatchBlock } from './patch-note.ts'
export { assetNames, caseless, safeFileName, type NamedFile } from './asset-names.ts'
export { writeNote } from './write-note.ts'
export { writePage } from './write-page.ts'
export {
  assetPath,
  folderTexts,
  type FolderLayout,
  type FolderText,
  type FolderTextsOptions,
} from './write-folder.ts'
export { planVault, type PageOfBlock } from './vault-plan.ts'
export { writeWhiteboard } from './whiteboard.ts'

// Files of a folder with its settings and metadata
export { CONFIG_PATH, LONGEST_CONFIG, readConfig, writeConfig, type FolderConfig } from './config.ts'
export { METADATA_PATH } from './pages-metadata.ts'
export { DAILY_NOTES_PATH } from './daily-notes.ts'
export {
  MANIFEST_PATH,
  VAULT_MANIFEST_PATH,
  manifestWriter,
  readManifest,
  writeManifest,
  type Manifest,
  type ManifestEntry,
  type ManifestWriter,
} from './export-manifest.ts'
export { fileStem, pageName, type NameFormat } from './file-name.ts'
export { readJournalDay } from './day-format.ts'
export { textHash } from './hash.ts'
export { stableId } from './stable-id.ts'
