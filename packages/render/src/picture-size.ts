/**
 * The size of a picture: `{:height 300, :width 400}` behind it, or `|400` and `|400x300` at the end of its words. Its width counts
 * alone, and a page fits pictures to its own width.
 */

const SIZE = /^\{:[a-z][^{}\n]{0,100}\}/

/** The length of the size at the beginning of the text; 0 without one. */
export const sizeLength = (text: string): number => SIZE.exec(text)?.[0].length ?? 0

/** Takes the size off the words of a picture. @param size the one behind it */
export function sizedWords(label: string, size: string): { words: string; width?: string | undefined } {
  const [written = '', own] = /\|([1-9]\d{0,3})(?:x\d{1,4})?\s*$/.exec(label) ?? []
  const width = own ?? /:width\s+([1-9]\d{0,3})\b/.exec(size)?.[1]
  return { words: label.slice(0, label.length - written.length), width }
}
