import type { DigestWay, Store } from '@notegraph/store'

/** Confirms an address of an account, as the link of a digest does. */
export async function confirmAddress(
  { digests }: Pick<Store, 'digests'>,
  accountId: string,
  address: string,
  now: number,
): Promise<void> {
  const way: DigestWay = {
    id: `way-of-${accountId}`,
    accountId,
    kind: 'email',
    address,
    createdAt: now,
    version: 0,
    confirmedAt: now,
    endKey: `end of ${accountId}`,
    dueAt: now + 86_400_000,
    reportedUntil: now,
    attempts: 0,
  }
  await digests.addWay(way, 1)
}
