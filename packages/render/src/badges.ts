/** The marks of a task. Badges are elements of their own, so that the words alone decide the direction of a block. */
import { type BlockText, type DateMark, isoDay, weekday } from '@notegraph/block-text'

/** The marker and the priority, each with a space after it. */
export function markBadges({ marker, priority }: BlockText): string {
  let html = ''
  if (marker !== undefined) html += `<bdi class="marker ${marker.toLowerCase()}">${marker}</bdi> `
  if (priority !== undefined)
    html += `<bdi class="priority ${priority.toLowerCase()}"><span class="unseen">Priority </span>${priority}</bdi> `
  return html
}

/** The dates with their times and repeaters, as a paragraph; empty without dates. */
export function dateBadges({ layout: { scheduled, deadline } }: BlockText): string {
  if (scheduled === undefined && deadline === undefined) return ''
  return `<p class="dates">${[dateBadge('Scheduled', scheduled), dateBadge('Due', deadline)].filter(Boolean).join(' ')}</p>`
}

function dateBadge(word: string, date: DateMark | undefined): string {
  if (!date) return ''
  const { day, rest } = date
  const time = `<time datetime="${isoDay(day)}">${isoDay(day)} ${weekday(day)}</time>`
  // The parser reads digits, letters and signs alone there.
  return `<bdi class="day">${word} ${time}${rest === '' ? '' : ` ${rest}`}</bdi>`
}
