/**
 * The file of one account. `schema.sql` beside this shows it after all migrations. A released migration never changes; a
 * new one goes last.
 *
 * `record`, `file`, `file_import`, `meta`, `change`, `kept`, `kept_state`, `commit_maker` and `snapshot` are the source data.
 * `moved_from` and `outbox` are notes beside them.
 * Every other table is derived from the records and can be rebuilt. Rows refer to each other by `record.n`, a small number,
 * since ids are long.
 *
 * The derived columns of a block on a page are beside its record, so that its text is stored once. The record of a plain
 * block (`isPlain` of the graph package) has no `doc`: its columns hold everything. Readers use the views.
 *
 * Columns that order a list end in the id, so that orders are total. `state` is 1 on an open task and 2 on a finished
 * one. A task without a day has `due` 99999999, and one without a priority has `rank` 4, so both sort last.
 */
import type { Migrations } from '../../database/database.ts'
import records from './0001-records.ts'
import changes from './0002-changes.ts'
import oneRowPerBlock from './0003-one-row-per-block.ts'
import search from './0004-search.ts'
import unusedFiles from './0005-unused-files.ts'
import feed from './0006-feed.ts'
import storage from './0007-storage.ts'
import searchCache from './0008-search-cache.ts'
import timesInSeconds from './0009-times-in-seconds.ts'
import longerTermRows from './0010-longer-term-rows.ts'
import pushCommits from './0011-push-commits.ts'
import referencesAtRead from './0012-references-at-read.ts'
import storageOfChanges from './0013-storage-of-changes.ts'
import importedFiles from './0014-imported-files.ts'
import columnSteps from './0015-column-steps.ts'
import exactTimes from './0016-exact-times.ts'
import tokenOfChange from './0017-token-of-change.ts'
import movedFrom from './0018-moved-from.ts'
import outbox from './0019-outbox.ts'
import favorites from './0020-favorites.ts'
import history from './0021-history.ts'
import leanerHistory from './0022-leaner-history.ts'
import makersOfCommits from './0023-makers-of-commits.ts'
import checksumOfChange from './0024-checksum-of-change.ts'
import listedChanges from './0025-listed-changes.ts'
import wholeChanges from './0026-whole-changes.ts'
import keptChanges from './0027-kept-changes.ts'
import nestedBlocks from './0028-nested-blocks.ts'
import seenChanges from './0029-seen-changes.ts'

export const GRAPH_SCHEMA: Migrations = [
  records,
  changes,
  oneRowPerBlock,
  search,
  unusedFiles,
  feed,
  storage,
  searchCache,
  timesInSeconds,
  longerTermRows,
  pushCommits,
  referencesAtRead,
  storageOfChanges,
  importedFiles,
  columnSteps,
  exactTimes,
  tokenOfChange,
  movedFrom,
  outbox,
  favorites,
  history,
  leanerHistory,
  makersOfCommits,
  checksumOfChange,
  listedChanges,
  wholeChanges,
  keptChanges,
  nestedBlocks,
  seenChanges,
]
