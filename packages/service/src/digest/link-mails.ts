/** The e-mails with a link: few in a day for an account, and few to an address. @see events 3 */
import { LIMITS } from '@notegraph/contract'
import { hashSecret, type Store } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'

const DAY = 86_400_000

/** A limit, and its name in the refusal. */
interface LinkMailUse {
  /** A hash, which names no account and no address. */
  readonly key: string
  readonly most: number
  readonly reads: 'links_a_day' | 'links_to_address'
}

/** Counts an e-mail for each key, or refuses it. */
export async function takeMail(
  digests: Store['digests'],
  uses: readonly LinkMailUse[],
  now: number,
): Promise<Result<void>> {
  const full = await digests.takeMail(uses, now, now - DAY)
  if (!full) return ok(undefined)
  const { most: limit, reads } = uses[full.index]!
  const retryAfter = Math.ceil((full.oldest + DAY - now) / 1_000)
  return refuse({ code: 'rate_limited', limit, reads, retryAfter })
}

/** Counts an e-mail for the account that asks for it, and for its address. */
export const takeLinkMail = async (
  digests: Store['digests'],
  accountId: string,
  address: string,
  now: number,
): Promise<Result<void>> =>
  takeMail(
    digests,
    [
      { key: hashSecret(`account ${accountId}`), most: LIMITS.digestLinksPerDay, reads: 'links_a_day' },
      {
        key: hashSecret(`address ${address.toLowerCase()}`),
        most: LIMITS.digestLinksPerAddress,
        reads: 'links_to_address',
      },
    ],
    now,
  )
