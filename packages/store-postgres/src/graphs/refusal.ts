import type { CommitRefusal } from '@notegraph/store'

/** Ends a transaction that a rule refuses, so that nothing of it stays. */
export class Refused extends Error {
  readonly why: CommitRefusal

  constructor(why: CommitRefusal) {
    super(why)
    this.why = why
  }
}
