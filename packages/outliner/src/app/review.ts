/** Changes of programs and assistants since the person last looked. The part that reads and decides is loaded later. @see outliner 4.3 */
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Decision, Reviewed, ReviewState } from './review-rules.ts'
import type { Reviewer, ReviewerDeps } from './reviewer.ts'

export interface Review extends ReviewState {
  /** The number that nobody has looked at. */
  readonly count: ReadonlySignal<number>
  readonly reviewer: Promise<Reviewer>
}

export function openReview(deps: ReviewerDeps): Review {
  const state = {
    changes: signal<readonly Reviewed[]>([]),
    seen: signal<ReadonlySet<string>>(new Set()),
    waiting: signal<ReadonlyMap<string, Decision>>(new Map()),
    marks: signal<ReadonlyMap<string, readonly Reviewed[]>>(new Map()),
  }
  return {
    ...state,
    count: computed(() => state.changes.value.filter(({ id }) => !state.seen.value.has(id)).length),
    reviewer: import('./reviewer.ts').then(({ Reviewer }) => new Reviewer(deps, state)),
  }
}
