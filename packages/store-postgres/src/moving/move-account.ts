/**
 * Moves an account between the embedded store and PostgreSQL while both have servers. The mark in the source says where
 * the account is. Until the mark is `left`, the source has it; from then on, the target does. A move that was interrupted
 * at any step goes on when it is called again.
 * @see MoveSide
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  MOVED_TABLE_NAMES,
  type AccountRows,
  type Move,
  type MoveMark,
  type MoveSide,
} from '@notegraph/store'
import { copyClients } from './copy-clients.ts'

/** A move that is refused, in words for the operator. Nothing changed, unless the words say so. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** The steps of a move, in their order. Writes are refused from `close` on. */
export const MOVE_STEPS = ['ahead', 'close', 'graph', 'files', 'rows', 'switch', 'arrive', 'clear'] as const
/** A step of a move. */
export type MoveStep = (typeof MOVE_STEPS)[number]

/** The state in which a move found the account. */
export type FoundState =
  | 'untouched'
  /** An earlier move ended before the switch. Its copy was deleted. */
  | 'interrupted'
  /** An earlier move ended after the switch, and only the rest had to be done. */
  | 'switched'

/** The result of a move. */
export interface MoveReport {
  readonly found: FoundState
  readonly records: number
  /** Files whose bytes were copied. */
  readonly files: number
  /** Milliseconds for which writes were refused; absent if an earlier call began to refuse them. */
  readonly refusedFor?: number
}

/** A store with its name for people. */
export interface NamedSide {
  readonly side: Omit<MoveSide, 'end'>
  /** `embedded`, or the address of PostgreSQL without its user and password. */
  readonly place: string
}

/** The parts of a move that depend on its direction. */
export interface MoveWork {
  readonly from: NamedSide
  readonly to: NamedSide
  /**
   * Copies the records while the account is in use, so that few are left to copy while writes are refused. Anything of an
   * earlier copy was deleted.
   * @returns the differences
   */
  copyAhead(accountId: string): Promise<readonly string[]>
  /**
   * Copies the rest of the graph, and compares the copy.
   * @returns the number of records, or the differences
   */
  copyGraph(
    accountId: string,
  ): Promise<{ readonly records: number } | { readonly problems: readonly string[] }>
  /** Copies the bytes of files that the target lacks. @returns how many */
  copyFiles(accountId: string): Promise<number>
  /** Deletes the bytes that the source needs no more. */
  removeFiles(accountId: string): Promise<void>
  /** Fails if another command may move the account too. */
  check(): Promise<void>
  /** Called before each step. */
  readonly onStep?: (step: MoveStep) => void | Promise<void>
}

/** How many differences a message names. */
const NAMED = 5

/**
 * Move an account.
 * @throws MoveError if the move is impossible, or the copy differs; the account then stays in the source
 * @example
 * const { refusedFor } = await moveBetween(work, 'ada')
 */
export async function moveBetween(work: MoveWork, accountId: string): Promise<MoveReport> {
  const { from, to } = work
  const [source, target] = [await from.side.find(accountId), await to.side.find(accountId)]
  const plan = planOf(accountId, to.place, source, target)
  if (plan.found === 'switched') {
    await finish(work, accountId, plan.move.id)
    return { found: plan.found, records: 0, files: 0 }
  }
  const { closedAt, records, files } = await copyAll(work, accountId, plan.move)
  const refusedFor = Math.round(performance.now() - closedAt)
  await finish(work, accountId, plan.move.id)
  return {
    found: plan.found,
    records,
    files,
    ...(plan.found === 'untouched' && { refusedFor }),
  }
}

interface MovePlan {
  readonly found: FoundState
  readonly move: Move
}

/** Decides from the marks of both stores how a move begins. @throws MoveError */
export function planOf(
  accountId: string,
  /** The place that it moves to. */
  place: string,
  source: MoveMark | undefined,
  target: MoveMark | undefined,
): MovePlan {
  const isThere = target !== undefined && target.moving === undefined
  const name = JSON.stringify(accountId)
  if (source === undefined)
    throw new MoveError(
      isThere ? `The account ${name} is already in ${place}.` : `No account has the id ${name}.`,
    )
  if (source.moving === 'arriving')
    throw new MoveError(
      `The account ${name} is still arriving from ${source.place}. Repeat the command that moves it from there.`,
    )
  if (source.moving === 'left') {
    if (source.place !== place)
      throw new MoveError(`The account ${name} has moved to ${source.place}. Move it from there.`)
    // A finished move may have left some rows to delete in the source.
    return { found: 'switched', move: { id: source.id!, place } }
  }
  if (source.moving === 'leaving' && source.place !== place)
    throw new MoveError(
      `A move of the account ${name} to ${source.place} was interrupted. Repeat that command first.`,
    )
  const isOwn = target?.moving === 'arriving' && target.id === source.id
  if (target && target.moving !== 'left' && !isOwn) throw isThereToo(accountId, place)
  const found = source.moving === 'leaving' ? 'interrupted' : 'untouched'
  return { found, move: { id: randomUUID(), place } }
}

const isThereToo = (accountId: string, place: string): MoveError =>
  new MoveError(
    `There is another account with the id ${JSON.stringify(accountId)} in ${place}. Remove it there, or move it away, and try again.`,
  )

/** Refuses to move an account whose notes something writes in the background. */
function refuseJobs(accountId: string, { import_job: imports, restore_job: restores }: AccountRows): void {
  const running = ({ state }: { readonly state?: unknown }) => state === 'running'
  const job = imports.some(running) ? 'An import' : restores.some(running) ? 'A restore' : undefined
  if (job) throw new MoveError(`${job} of ${accountId} is running. Wait until it has ended, and try again.`)
}

/** Copies everything up to the switch. A failure leaves the account in the source, open. */
async function copyAll(
  work: MoveWork,
  accountId: string,
  move: Move,
): Promise<Pick<MoveReport, 'records' | 'files'> & { readonly closedAt: number }> {
  const { from, to, onStep = () => {} } = work
  const arriving = { ...move, place: from.place }
  let isSwitching = false
  try {
    await onStep('ahead')
    refuseJobs(accountId, await from.side.rows(accountId))
    await to.side.discard(accountId, arriving)
    refuseDifferences(await work.copyAhead(accountId))
    const filesAhead = await work.copyFiles(accountId)
    await onStep('close')
    const closedAt = performance.now()
    await from.side.close(accountId, move)
    const rows = await from.side.rows(accountId)
    refuseJobs(accountId, rows)
    await onStep('graph')
    const copied = await work.copyGraph(accountId)
    if ('problems' in copied) throw differs(copied.problems)
    await onStep('files')
    const files = await work.copyFiles(accountId)
    await onStep('rows')
    const there = await to.side.find(accountId)
    if (there && there.moving === undefined) throw isThereToo(accountId, to.place)
    await to.side.receive(accountId, rows, arriving).catch((error: unknown) => {
      throw isTaken(error) ? new MoveError(takenWords(accountId, to.place)) : error
    })
    refuseDifferences(differentTables(rows, await to.side.rows(accountId)))
    await copyClients(from.side.clients, to.side.clients, rows.connected_app)
    await onStep('switch')
    await work.check()
    isSwitching = true
    if (!(await from.side.leave(accountId, move.id)))
      throw new MoveError(`Another command moves the account ${accountId}.`)
    return { closedAt, records: copied.records, files: filesAhead + files }
  } catch (error) {
    // Once the switch was sent, it may have happened. The next call finds out.
    if (!isSwitching) await undo(work, accountId, arriving).catch(() => {})
    throw error
  }
}

/** Whether an error of a driver says that a key is taken. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:23505|SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE))$/.test(
    String((error as { readonly code?: unknown }).code),
  )

const takenWords = (accountId: string, place: string): string =>
  `Another account in ${place} has a token, a session or an identity of ${JSON.stringify(accountId)}. Remove that account, or assign the identity, and try again.`

/** Takes a failed copy back. If this fails too, the next call does it. */
async function undo(work: MoveWork, accountId: string, arriving: Move): Promise<void> {
  const { from, to } = work
  await work.check()
  await to.side.discard(accountId, arriving)
  await from.side.reopen(accountId)
}

/** Opens the account in the target, and deletes what the source has left. */
async function finish(work: MoveWork, accountId: string, moveId: string): Promise<void> {
  const { from, to, onStep = () => {} } = work
  await onStep('arrive')
  if (!(await to.side.arrive(accountId, moveId))) {
    const target = await to.side.find(accountId)
    if (!target || target.moving !== undefined)
      throw new MoveError(`${to.place} does not have the account ${accountId} that moved there.`)
  }
  await onStep('clear')
  await from.side.clear(accountId)
  await work.removeFiles(accountId)
}

function differentTables(source: AccountRows, copy: AccountRows): string[] {
  return MOVED_TABLE_NAMES.filter(
    (table) => !isDeepStrictEqual(comparable(source[table]), comparable(copy[table])),
  ).map((table) => `the rows of ${table}`)
}

/** The stores may order rows differently, and leave out a column that is empty. */
const comparable = (rows: AccountRows[keyof AccountRows]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.keys(row)
          .toSorted()
          .map((column) => [column, row[column] ?? null]),
      ),
    )
    .toSorted()

const differs = (problems: readonly string[]): MoveError =>
  new MoveError(`The copy differs: ${listed(problems)}.`)

function refuseDifferences(problems: readonly string[]): void {
  if (problems.length > 0) throw differs(problems)
}

const listed = (all: readonly string[]): string =>
  [...all.slice(0, NAMED), ...(all.length > NAMED ? [`${all.length - NAMED} more`] : [])].join('; ')
