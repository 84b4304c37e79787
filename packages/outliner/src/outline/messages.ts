/** The words for commands that an outline refuses. A command that merely has nothing to do says nothing. */

/** The reason why a command was not done. */
export type Refusal =
  /** The block that would disappear into the other one has dates or properties, or the other one has. */
  | { readonly why: 'has_dates' | 'has_properties'; readonly which: 'above' | 'below' }
  /** Other texts of a block wait for the person, and would go with it. */
  | { readonly why: 'unsettled'; readonly which: 'above' | 'below' }
  | { readonly why: 'both_referred' }
  | { readonly why: 'too_long'; readonly most: number }
  /** The text of the field alone is too long. It stays in the field, and is not stored. */
  | { readonly why: 'field_too_long'; readonly most: number; readonly length: number }
  | { readonly why: 'too_deep'; readonly most: number }
  | { readonly why: 'too_many'; readonly most: number }
  | { readonly why: 'none_before' | 'outermost' | 'zoomed' }

/**
 * A refusal in words.
 *
 * @example
 * refusalWords({ why: 'too_deep', most: 1000 }) // 'Blocks can be nested 1000 levels deep at most.'
 */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.why) {
    case 'has_dates':
      return `The block ${refusal.which} has a date. Remove the date to join the blocks.`
    case 'has_properties':
      return `The block ${refusal.which} has properties. Remove them to join the blocks.`
    case 'unsettled':
      return `Two devices changed the block ${refusal.which}. Choose the words that stay, then join the blocks.`
    case 'both_referred':
      return 'Other blocks refer to both blocks, so neither can be joined into the other.'
    case 'too_long':
      return `A block takes ${refusal.most} characters at most. Both blocks stay as they are.`
    case 'field_too_long':
      return `This block has ${refusal.length} characters, and can have ${refusal.most}. Shorten it, or cut a part and paste it into other blocks.`
    case 'too_deep':
      return `Blocks can be nested ${refusal.most} levels deep at most.`
    case 'too_many':
      return `One paste adds ${refusal.most} blocks at most. Paste the text in parts.`
    case 'none_before':
      return 'No block is above at this level, so there is none to nest under.'
    case 'outermost':
      return 'This is the outermost level of the page.'
    case 'zoomed':
      return 'Only blocks under the zoomed one can be moved out or deleted here. Zoom out first.'
  }
}
