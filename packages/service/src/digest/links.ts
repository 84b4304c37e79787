/** The addresses with which a person confirms or ends a digest, without signing in. */

/** The page where an address is confirmed, with a secret behind it. */
export const CONFIRM_PATH = '/digest/confirm/'
/** The page, and the address of one click, that ends a digest, with a secret behind it. */
export const END_PATH = '/digest/end/'

/** The secret in the link that confirms an address. */
export const CONFIRM_PREFIX = 'ngm_'
/** The secret in the links that end a digest. */
export const END_PREFIX = 'nge_'
