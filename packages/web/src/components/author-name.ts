/** The name of an author; the owner of the account and the operator have none. */
import type { Author } from '@notegraph/store'

/** The owner of the account, in a list of those who wrote. */
export const YOU = 'You'

const NAMES: Readonly<Record<Author['kind'], string>> = {
  person: YOU,
  operator: 'The operator',
  device: 'A device',
  token: 'A program',
}

export function authorName(by: Pick<Author, 'kind' | 'name'> | undefined): string {
  if (by === undefined) return 'Unknown'
  return by.name === '' ? NAMES[by.kind] : by.name
}
