import type { ChangeRefusal } from '@notegraph/store'

/** Ends a transaction that a rule refuses, so that nothing of it stays. */
export class Refused extends Error {
  readonly why: ChangeRefusal

  constructor(why: ChangeRefusal) {
    super(why)
    this.why = why
  }
}
