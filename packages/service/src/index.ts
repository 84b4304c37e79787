export type { Scope } from '@notegraph/store'
export { authenticate, type Caller } from './access.ts'
export { answer, type Answer } from './answer.ts'
export { notesService, type NotesService } from './notes.ts'
export { planAt } from './plan.ts'
export { rateLog, type RateLog } from './rates.ts'
export { ok, refuse, type Refusal, type Result } from './refusal.ts'
export { statusOf, toErrorBody } from './words.ts'

export {
  operator,
  OperatorError,
  type AccountOptions,
  type AccountView,
  type Operator,
  type TokenView,
} from './operator.ts'

export { importFolder, type ImportOptions } from './import/import.ts'
export type { ImportReport, ImportResult } from './import/report.ts'
export {
  exportFolder,
  type ExportFolder,
  type ExportOptions,
  type ExportReport,
  type ExportResult,
} from './export/export.ts'
export type { FolderSource, FolderTarget, Progress } from './import/source.ts'
