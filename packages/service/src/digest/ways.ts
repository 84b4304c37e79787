/** The states of ways. */
import type { Digest, DigestStore, DigestWay } from '@notegraph/store'

/** The hour of an account that chose none. */
const MORNING = 7

/** The settings of an account, also of one that never changed them. */
export const digestOf = async (digests: DigestStore, accountId: string): Promise<Digest> =>
  (await digests.find(accountId)) ?? { accountId, isOn: true, hour: MORNING }

/** A way as after a success. */
export function withoutFaults(way: DigestWay): DigestWay {
  const { failingSince: _since, fault: _fault, offAt: _at, offWhy: _why, ...rest } = way
  return { ...rest, attempts: 0 }
}

/** Whether an address waits for its link to be opened. */
export const isConfirmed = ({ confirmedAt }: DigestWay): boolean => confirmedAt !== undefined
