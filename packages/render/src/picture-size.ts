/** The outliner's size of a picture, such as `{:height 300, :width 400}`. A page fits pictures to its own width. */

const SIZE = /^\{:[a-z][^{}\n]{0,100}\}/

/** The length of the size at the beginning of the text; 0 without one. */
export const sizeLength = (text: string): number => SIZE.exec(text)?.[0].length ?? 0
