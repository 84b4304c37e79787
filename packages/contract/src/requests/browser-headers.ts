/** The header in which a page of this server names the account that it acts for. @see outliner 1.1 */
export const ACCOUNT_HEADER = 'Notegraph-Account'
/** The header in which such a page names the device that it is. */
export const DEVICE_HEADER = 'Notegraph-Device'

/** The device that a page names before it knows its own. */
export const NEW_DEVICE = 'new'

/**
 * The cookie in which a page of this server notes, without a network, that the person signed out. Its value is the device. Scripts can
 * write it, and the server ends that session before it answers. @see outliner 1.4
 */
export const SIGNED_OUT_COOKIE = 'notegraph_signed_out'
