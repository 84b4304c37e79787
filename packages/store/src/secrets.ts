/**
 * The rows that have a value which the server must know again: the store encrypts it. `withSecretKey` does that for each
 * read and write. This port is for the first start with a key, a change of the key, and a restore without it.
 * @see decisions 9.7
 */

/** Tables with such values. `key` finds a row within its account. */
export const SECRET_TABLES: Readonly<
  Record<
    'webhook' | 'webhook_delivery' | 'push_key' | 'digest_way' | 'share',
    { readonly key: string; readonly columns: readonly string[] }
  >
> = {
  webhook: { key: 'id', columns: ['secret', 'former_secret'] },
  webhook_delivery: { key: 'id', columns: ['body'] },
  push_key: { key: 'account_id', columns: ['private_key'] },
  digest_way: { key: 'id', columns: ['kind', 'end_key', 'sealed_end_key'] },
  share: { key: 'id', columns: ['id', 'page_id', 'link', 'password'] },
}
/** One of {@link SECRET_TABLES}, or `keyring` for the key of the audit log, whose bytes are in base64. */
export type SecretTable = keyof typeof SECRET_TABLES | 'keyring'
/** The names of {@link SECRET_TABLES}. */
export const SECRET_TABLE_NAMES: readonly (keyof typeof SECRET_TABLES)[] = Object.keys(
  SECRET_TABLES,
) as (keyof typeof SECRET_TABLES)[]

/** A row, with the columns of its table. */
export interface SecretRow {
  readonly table: SecretTable
  /** Empty for the key of the audit log. */
  readonly accountId: string
  readonly key: string
  readonly columns: SecretColumns
}
/** The values of a row by column. */
export type SecretColumns = Readonly<Record<string, string | null>>

/** The rows as they are stored. */
export interface SecretStore {
  /** Names the key of the values; undefined before the first. */
  fingerprint(): Promise<string | undefined>
  /**
   * Rewrites the rows and notes the fingerprint of their key, in one transaction.
   * @param from the fingerprint that is noted now
   * @param rewrite returns the new columns, the same value if nothing changes, or undefined to delete the row. It may be
   * called again from the first row.
   * @returns the deleted rows; undefined, with nothing written, if another fingerprint is noted
   */
  rewrite(
    from: string | undefined,
    to: string,
    rewrite: (row: SecretRow) => SecretColumns | undefined,
  ): Promise<SecretRow[] | undefined>
}
