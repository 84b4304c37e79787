/** All attacks, each a row of `bench load`. */
import type { Attack } from './attack.ts'
import { conflicts, openDocuments } from './documents.ts'
import { imports } from './imports.ts'
import { longWord } from './long-word.ts'
import { mcpBatch } from './mcp-batch.ts'
import { deepPushes, nestedPushes } from './pushes.ts'
import { references } from './references.ts'
import { renames } from './renames.ts'
import { slowNames } from './slow-names.ts'
import { twoImports } from './two-imports.ts'
import { read, unread } from './unread.ts'

export const ATTACKS: readonly Attack[] = [
  unread,
  read,
  mcpBatch,
  references,
  renames,
  ...imports,
  twoImports,
  deepPushes,
  nestedPushes,
  conflicts,
  openDocuments,
  longWord,
  slowNames,
]
