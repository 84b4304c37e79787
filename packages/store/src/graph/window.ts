/** A part of a list. */
export interface Window {
  /** How many items at most; may be `Infinity`. */
  readonly limit: number
  /** How many items to skip. */
  readonly offset: number
  /**
   * Bytes that the items of the part may occupy in the store. The first item is returned whatever its size.
   * No bound if left out.
   */
  readonly bytes?: number
}
