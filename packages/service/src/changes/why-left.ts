/** Why a revert leaves something as it is, in words for people. @see decisions 8.2 */
export const WHY_LEFT = {
  changed: 'Changed again after this change.',
  moved: 'Moved after this change.',
  nameTaken: 'Another page has the name now.',
  back: 'It came back after this change.',
  deleted: 'Deleted after this change.',
  pageDeleted: 'The page was deleted after this change.',
  pageHasBlocks: 'The page still has blocks.',
  hasBlocks: 'Other blocks are nested under this block.',
  parentGone: 'The block above is no longer there.',
  parentUnder: 'The block above is now under this block.',
  hasVersions: 'This block has conflicting versions.',
} as const
