/** The marks of a task. Badges are elements of their own, so that the words alone decide the direction of a block. */
import { type BlockText, type Day, isoDay, weekday } from '@notegraph/block-text'

/** The marker and the priority, each with a space after it. */
export function markBadges({ marker, priority }: BlockText): string {
  let html = ''
  if (marker !== undefined) html += `<bdi class="marker ${marker.toLowerCase()}">${marker}</bdi> `
  if (priority !== undefined)
    html += `<bdi class="priority ${priority.toLowerCase()}"><span class="unseen">Priority </span>${priority}</bdi> `
  return html
}

/** The dates, as a paragraph; empty without dates. */
export function dateBadges({ scheduled, deadline }: BlockText): string {
  if (scheduled === undefined && deadline === undefined) return ''
  return `<p class="dates">${[dateBadge('Scheduled', scheduled), dateBadge('Due', deadline)].filter(Boolean).join(' ')}</p>`
}

const dateBadge = (word: string, day: Day | undefined): string =>
  day === undefined
    ? ''
    : `<bdi class="day">${word} <time datetime="${isoDay(day)}">${isoDay(day)} ${weekday(day)}</time></bdi>`
