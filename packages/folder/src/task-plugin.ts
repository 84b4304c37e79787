/**
 * Tasks of Obsidian's Tasks plugin: dates, a priority and a recurrence at the end of the line, as emoji or as fields.
 * If date lines and priorities of blocks can express them, they are converted. All others stay as words.
 */
import { MARKERS, readIsoDay, weekday } from '@notegraph/block-text'
import type { FindingKind } from './findings.ts'

/** The most UTF-16 units at the end of a line that are searched for metadata. */
const LONGEST_TAIL = 1_000
const MOST_PARTS = 32

const DATES: { readonly [sign: string]: 'SCHEDULED' | 'DEADLINE' } = {
  '📅': 'DEADLINE',
  '📆': 'DEADLINE',
  '🗓': 'DEADLINE',
  due: 'DEADLINE',
  '⏳': 'SCHEDULED',
  '⌛': 'SCHEDULED',
  scheduled: 'SCHEDULED',
}
const PRIORITIES: { readonly [sign: string]: string } = {
  '🔺': 'A',
  '⏫': 'A',
  '🔼': 'B',
  '🔽': 'C',
  '⏬': 'C',
  highest: 'A',
  high: 'A',
  medium: 'B',
  low: 'C',
  lowest: 'C',
}
/** Levels beyond the three of a block keep their sign, so that nothing is lost. */
const BEYOND = new Set(['🔺', '⏬', 'highest', 'lowest'])

/** One part at the end of a line: a date, a priority, a recurrence, or a part that can follow those. */
const PARTS = [
  /(?<sign>📅|📆|🗓|⏳|⌛)\uFE0F?[ \t]*(?<date>\d{4}-\d{2}-\d{2})$/u,
  /[[(](?<sign>due|scheduled)::[ \t]*(?<date>\d{4}-\d{2}-\d{2})[ \t]*[\])](?:[ \t]*,)?$/u,
  /(?<priority>🔺|⏫|🔼|🔽|⏬)\uFE0F?$/u,
  /[[(]priority::[ \t]*(?<priority>highest|high|medium|low|lowest)[ \t]*[\])](?:[ \t]*,)?$/u,
  /🔁\uFE0F?[ \t]*(?<every>[A-Za-z0-9, !]{1,100})$/u,
  /[[(]repeat::[ \t]*(?<every>[A-Za-z0-9, !]{1,100})[\])](?:[ \t]*,)?$/u,
  /(?:🛫|✅|➕|❌)\uFE0F?[ \t]*\d{4}-\d{2}-\d{2}$/u,
  /(?:🆔|⛔|🏁)\uFE0F?[ \t]*[\w,-]{1,200}$/u,
  /[[(][\p{L}\p{N} _-]{1,64}::[^[\]()]{1,200}[\])](?:[ \t]*,)?$/u,
  /(?<=[ \t])(?:#[^\s#]+|\^[A-Za-z0-9-]+)$/u,
]
const HEAD = new RegExp(String.raw`^((?:> )?(?:${MARKERS.join('|')}))(?=[ \t]|$)(?![ \t]+\[#[ABC]\])`, 'u')
const EVERY = /^every[ \t]+(?:(\d{1,4})[ \t]+)?(day|week|month|year)s?([ \t]+when[ \t]+done)?$/iu

/** A converted task. */
export interface ReadTask {
  readonly line: string
  /** Lines that go below it: `SCHEDULED: <…>`, `DEADLINE: <…>`. */
  readonly dates: readonly string[]
}

/**
 * Converts one task.
 *
 * @param line the line with its marker, such as `TODO pay the rent 📅 2026-11-20`
 * @param found called with the kind of each part that changes its meaning or stays as words
 */
export function readTask(line: string, found: (kind: FindingKind) => void = () => {}): ReadTask {
  const cut = Math.max(0, line.length - LONGEST_TAIL)
  let tail = line.slice(cut).trimEnd()
  const kept: string[] = []
  const days = new Map<'SCHEDULED' | 'DEADLINE', string>()
  let priority: string | undefined
  let every: { readonly repeater: string; readonly written: string; readonly at: number } | undefined
  for (let count = 0; count < MOST_PARTS; count++) {
    const match = firstMatch(tail)
    if (!match) break
    tail = tail.slice(0, match.index).trimEnd()
    const { sign, date, priority: level, every: rule } = match.groups ?? {}
    const kind = sign === undefined ? undefined : DATES[sign]
    const day = date === undefined ? undefined : readIsoDay(date)
    const repeater = rule === undefined ? undefined : repeaterOf(rule)
    if (kind && day !== undefined && !days.has(kind)) days.set(kind, `${date} ${weekday(day)}`)
    else if (level !== undefined && priority === undefined && HEAD.test(line)) {
      priority = PRIORITIES[level]
      if (BEYOND.has(level)) {
        found('task_priority')
        kept.push(match[0])
      }
    } else if (repeater !== undefined && every === undefined)
      every = { repeater, written: match[0], at: kept.length }
    else {
      kept.push(match[0])
      const stays = keptAs(match)
      if (stays) found(stays)
    }
  }
  if (every !== undefined && days.size === 0) {
    found('task_recurrence')
    kept.splice(every.at, 0, every.written)
  }
  if (days.size === 0 && priority === undefined) return { line, dates: [] }
  const words = [line.slice(0, cut) + tail, ...kept.toReversed()].join(' ').trimEnd()
  return {
    line: priority === undefined ? words : words.replace(HEAD, `$1 [#${priority}]`),
    dates: (['SCHEDULED', 'DEADLINE'] as const).flatMap((kind) => {
      const day = days.get(kind)
      return day === undefined ? [] : [`${kind}: <${day}${every === undefined ? '' : ` ${every.repeater}`}>`]
    }),
  }
}

/** Returns the kind of a part that stays as words; `undefined` for tags and anchors. */
function keptAs({ 0: written, groups = {} }: RegExpExecArray): FindingKind | undefined {
  if (groups['sign'] !== undefined) return 'date_unreadable'
  if (groups['every'] !== undefined) return 'task_recurrence'
  return /^[#^]/u.test(written) ? undefined : 'task_field'
}

function firstMatch(tail: string): RegExpExecArray | undefined {
  for (const part of PARTS) {
    const match = part.exec(tail)
    if (match) return match
  }
  return undefined
}

/** Converts `every 2 weeks` to `+2w`, or to `.+2w` if it counts from the day of completion. */
function repeaterOf(rule: string): string | undefined {
  const match = EVERY.exec(rule.trim())
  if (!match) return undefined
  const [, count = '1', unit = '', whenDone] = match
  return `${whenDone === undefined ? '+' : '.+'}${count}${unit[0]!.toLowerCase()}`
}
