/** The authors that commits name. @see history 1 */
import type { Account, Author, Authorship } from '@notegraph/store'
import { BROWSER, type Caller } from './access.ts'

/** The owner of the account. */
export const personAuthor = ({ id }: Pick<Account, 'id'>, at: number): Authorship => ({
  kind: 'person',
  id,
  name: '',
  at,
})

/** A program or an assistant, by its token, or the owner in the browser. */
export const callerAuthor = (
  { account, tokenId: id, tokenName: name }: Pick<Caller, 'account' | 'tokenId' | 'tokenName'>,
  at: number,
): Authorship => (id === BROWSER ? personAuthor(account, at) : { kind: 'token', id, name, at })

/** A device that syncs. @param id the device's own id @param name the name of its session */
export const deviceAuthor = (id: string, name: string, at: number): Authorship => ({
  kind: 'device',
  id,
  name,
  at,
})

/** The author of a restore: a device by its session, or any other caller. */
export const restorerAuthor = (by: Restorer, at: number): Authorship =>
  by.isDevice === true ? deviceAuthor(by.tokenId, by.tokenName, at) : callerAuthor(by, at)

/** The caller of a restore. A device has the id of its session in place of that of a token. */
export type Restorer = Pick<Caller, 'account' | 'tokenId' | 'tokenName'> & { readonly isDevice?: true }

/** The caller of a restore in the change list. A restore by a device is no change of a program. */
export const listedRestorer = (by: Restorer): { readonly token: string; readonly tokenId: string } => ({
  token: by.tokenName,
  tokenId: by.isDevice === true ? BROWSER : by.tokenId,
})

/** An import, which somebody started. @param id the id of its change, which finds its commits */
export const importAuthor = (at: number, id = 'import'): Authorship => ({
  kind: 'person',
  id,
  name: 'Import',
  at,
})

/** A command of the operator. */
export const operatorAuthor = (at: number): Authorship => ({ ...OPERATOR, at })
const OPERATOR: Author = { kind: 'operator', id: 'operator', name: '' }
