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
import graph from './0001-graph.ts'

export const GRAPH_SCHEMA: Migrations = [graph]
