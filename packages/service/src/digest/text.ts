/**
 * The words of a digest, made of its facts alone: a subject, plain text, and the same as HTML. Each list is bounded, so
 * the message is too.
 * @see events 3
 */
import type { Day } from '@notegraph/block-text'
import { counted } from '@notegraph/graph'
import { escapeHtml } from '@notegraph/render'
import type { DigestFacts, DueTask, Some } from './facts.ts'

/** The addresses in a digest. */
export interface DigestLinks {
  /** The address of the server, without a slash at its end. */
  readonly base: string
  /** The address that ends the digest. */
  readonly end: string
  /** The zone of times in the digest. */
  readonly zone: string
}

/** A digest, in the forms that its ways need. */
export interface DigestText {
  /** The counts in a sentence. It contains no words of notes. */
  readonly summary: string
  readonly text: string
  readonly html: string
}

interface Section {
  readonly title: string
  readonly lines: readonly Line[]
  /** How many more there are than lines. */
  readonly more: number
  readonly link: { readonly path: string; readonly words: string }
}

interface Line {
  readonly words: string
  /** Words beside it, such as its page. */
  readonly beside?: string
}

/**
 * Words a digest.
 *
 * @returns undefined if there is nothing to say
 * @example
 * ```ts
 * const message = digestText(facts, { base: 'https://notes.example', end, zone: 'UTC' })
 * ```
 */
export function digestText(facts: DigestFacts, links: DigestLinks): DigestText | undefined {
  const sections = sectionsOf(facts, links.zone)
  if (sections.length === 0) return undefined
  return {
    summary: summaryOf(facts),
    text: textOf(sections, facts.day, links),
    html: htmlOf(sections, facts.day, links),
  }
}

function summaryOf({ overdue, today, conflicts, changes, planEnds, storage }: DigestFacts): string {
  const parts = [
    overdue.total > 0 && `${counted(overdue.total, 'task')} overdue`,
    today.total > 0 && `${counted(today.total, 'task')} due today`,
    conflicts > 0 && counted(conflicts, 'conflict'),
    changes.total > 0 && counted(changes.total, 'change by assistants', 'changes by assistants'),
    planEnds && `plan ended, ${counted(planEnds.daysLeft, 'day')} left`,
    storage && (storage.percent >= 100 ? 'storage full' : 'storage nearly full'),
  ]
  const words = parts.filter((part) => typeof part === 'string').join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function sectionsOf(facts: DigestFacts, zone: string): Section[] {
  const { overdue, today, conflicts, changes, planEnds, storage } = facts
  const sections: Section[] = []
  const tasks = { path: '/graph/tasks', words: 'Open your tasks' }
  if (overdue.total > 0)
    sections.push({ ...listOf('Overdue', overdue, (task) => taskLine(task, true)), link: tasks })
  if (today.total > 0)
    sections.push({ ...listOf('Due today', today, (task) => taskLine(task, false)), link: tasks })
  if (conflicts > 0)
    sections.push({
      title: 'Conflicts',
      lines: [{ words: `${counted(conflicts, 'block has', 'blocks have')} conflicting versions.` }],
      more: 0,
      link: { path: '/settings/conflicts', words: 'Choose a version' },
    })
  if (changes.total > 0)
    sections.push({
      ...listOf('Changed by assistants and programs', changes, ({ summary, by }) => ({
        words: summary,
        beside: by,
      })),
      link: { path: '/settings/changes', words: 'Review the changes' },
    })
  if (planEnds)
    sections.push({
      title: 'Plan',
      lines: [
        {
          words: `Your plan has ended. You can read until ${dateOf(planEnds.readsUntil, zone)} (${counted(planEnds.daysLeft, 'day')}).`,
        },
      ],
      more: 0,
      link: { path: '/settings/storage', words: 'Show the plan' },
    })
  if (storage)
    sections.push({
      title: 'Storage',
      lines: [
        {
          words: `${storage.percent >= 100 ? 'Storage is full' : 'Storage is nearly full'}: ${storage.percent >= 100 ? 100 : Math.floor((storage.used / storage.quota) * 100)} % is in use.`,
        },
      ],
      more: 0,
      link: { path: '/settings/storage', words: 'Free up space' },
    })
  return sections
}

const listOf = <T>(
  title: string,
  { total, first }: Some<T>,
  lineOf: (one: T) => Line,
): Omit<Section, 'link'> => ({
  title: `${title} (${total})`,
  lines: first.map(lineOf),
  more: total - first.length,
})

const taskLine = ({ words, page, due }: DueTask, isLate: boolean): Line => ({
  words: words === '' ? 'A task without words' : words,
  beside: isLate && due !== undefined ? `${page}, due ${dayWords(due)}` : page,
})

const formats = new Map<'full' | 'long', Intl.DateTimeFormat>()

/** A format is created at its first use, because that takes longer than the rest of a digest. */
function formatOf(dateStyle: 'full' | 'long'): Intl.DateTimeFormat {
  let format = formats.get(dateStyle)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone: 'UTC' })
    formats.set(dateStyle, format)
  }
  return format
}

const noonOf = (day: Day): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100, 12)
const dayWords = (day: Day): string => formatOf('long').format(noonOf(day))
const dateOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone }).format(at)

const moreWords = (more: number): string => `and ${more} more`

function textOf(sections: readonly Section[], day: Day, { base, end }: DigestLinks): string {
  const parts = sections.map(({ title, lines, more, link }) =>
    [
      title,
      ...lines.map(({ words, beside }) => `- ${words}${beside === undefined ? '' : ` (${beside})`}`),
      ...(more > 0 ? [`- ${moreWords(more)}`] : []),
      `${link.words}: ${base}${link.path}`,
    ].join('\n'),
  )
  const foot = `Change the hour or the address: ${base}/settings/digest\nStop the digest: ${end}`
  return `${[formatOf('full').format(noonOf(day)), ...parts, foot].join('\n\n')}\n`
}

function htmlOf(sections: readonly Section[], day: Day, { base, end }: DigestLinks): string {
  const anchor = (address: string, words: string): string =>
    `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`
  const item = ({ words, beside }: Line): string =>
    `<li><bdi>${escapeHtml(words)}</bdi>${beside === undefined ? '' : ` <small>(<bdi>${escapeHtml(beside)}</bdi>)</small>`}</li>`
  const parts = sections.map(
    ({ title, lines, more, link }) =>
      `<h2>${escapeHtml(title)}</h2>\n<ul>${lines.map(item).join('')}${more > 0 ? `<li>${moreWords(more)}</li>` : ''}</ul>\n` +
      `<p>${anchor(base + link.path, link.words)}</p>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Notegraph</title><meta name="color-scheme" content="light dark"></head>
<body style="font-family: system-ui, sans-serif; line-height: 1.5; max-width: 40em; margin: 1em auto; padding: 0 1em">
<h1>${formatOf('full').format(noonOf(day))}</h1>
${parts.join('\n')}
<hr>
<p><small>${anchor(`${base}/settings/digest`, 'Change the hour or the address')} · ${anchor(end, 'Stop the digest')}</small></p>
</body>
</html>
`
}
