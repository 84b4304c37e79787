/**
 * Faults of the disk in words for an operator. The codes are those of SQLite and of the system, which stay in the words:
 * an operator finds them in the log too.
 */
const FAULTS: readonly (readonly [codes: RegExp, what: string, next: string])[] = [
  [
    /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/,
    'The disk is full',
    'Free some space and try again.',
  ],
  [/^(?:SQLITE_READONLY|EROFS)/, 'The disk is read-only', 'Look for the reason in the log of the system.'],
  [/^(?:SQLITE_IOERR|EIO$)/, 'The disk failed', 'Look for the reason in the log of the system.'],
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    'A file of the database is damaged',
    'Restore a backup, or see "A damaged graph" in docs/operations/incidents.md.',
  ],
]

/**
 * @returns the fault and the next step; undefined for an error of another kind
 * @example
 * diskFault({ code: 'ENOSPC' }) // 'The disk is full (ENOSPC). Free some space and try again.'
 */
export function diskFault(error: unknown): string | undefined {
  const code: unknown = (error as { readonly code?: unknown } | undefined)?.code
  if (typeof code !== 'string') return undefined
  const fault = FAULTS.find(([codes]) => codes.test(code))
  return fault && `${fault[1]} (${code}). ${fault[2]}`
}
