/** Parts of the rows of the ports beside the graphs, for the law of texts. */
import type { Account, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

/** The account of the rows. */
export const ACCOUNT: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
/** More than the rows of a law. */
export const MOST = 1_000
export const ALL = { limit: MOST, offset: 0 }
export const plain = (member: string, n: number): string => `${member} ${n}`
/** A row of each number is younger than the row before. */
export const at = (n: number): number => T0 + n
export const LATER = T0 + 100_000

export const inOrder = async <T>(texts: readonly T[], read: (one: T) => Promise<T | undefined>) =>
  Promise.all(texts.map(async (one) => read(one)))

/** Adds an account that a row needs. If its id is refused, so is the row. */
export async function addAccount({ accounts }: Store, id: string): Promise<void> {
  await accounts.create({ ...ACCOUNT, id }).catch(() => false)
}
