/** The e-mails with a link: few in a day for an account, and few to an address. @see events 3 */
import { LIMITS } from '@notegraph/contract'
import { hashSecret, type Store } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'

const DAY = 86_400_000

/** Counts an e-mail for the account that asks for it, and for its address. */
export async function takeLinkMail(
  digests: Store['digests'],
  accountId: string,
  address: string,
  now: number,
): Promise<Result<void>> {
  const uses = [
    { key: hashSecret(`account ${accountId}`), most: LIMITS.digestLinksPerDay },
    { key: hashSecret(`address ${address.toLowerCase()}`), most: LIMITS.digestLinksPerAddress },
  ]
  const full = await digests.takeMail(uses, now, now - DAY)
  if (!full) return ok(undefined)
  return refuse({
    code: 'rate_limited',
    limit: uses[full.index]!.most,
    reads: full.index === 0 ? 'links_a_day' : 'links_to_address',
    retryAfter: Math.ceil((full.oldest + DAY - now) / 1_000),
  })
}
