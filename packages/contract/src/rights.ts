import * as v from 'valibot'

/**
 * The rights of a token or an app beside reading and writing, with the words of the boxes that give them. They are in the
 * order of the alphabet. A program has a right only if the person gave it.
 * @see assistants, Rights
 */
export const RIGHTS = {
  organize: 'May move, rename and delete',
  publish: 'May change published pages',
} as const

/** A right, such as `publish`. */
export const Right = v.picklist(Object.keys(RIGHTS) as (keyof typeof RIGHTS)[])
export type Right = keyof typeof RIGHTS
