/**
 * An answer as JSON text, put together from rows that were made when the records were written. Programs get the text
 * as it is; who needs the value reads it back.
 */
export interface Answer<T> {
  readonly json: string
  /** Of the one page or block in it. @see etagOf */
  readonly etag?: string
  value(): T
}

export const answer = <T>(json: string, etag?: string): Answer<T> => ({
  json,
  ...(etag !== undefined && { etag }),
  value: () => JSON.parse(json) as T,
})

/** The end of a list answer: how much there is and where the rest begins. @see service.md, List envelope */
export function envelope(count: number, offset: number, total: number): string {
  const end = offset + count
  return `"total":${total},"next":${end < total ? end : null}`
}
