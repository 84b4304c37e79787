const KEY = /^[\p{L}\p{M}\p{N}_./-]{1,64}$/u

/** Whether a property can have this key. @see decisions 2.4 */
export const isKey = (key: string): boolean => KEY.test(key)
