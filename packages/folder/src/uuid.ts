const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/** Whether a text is a UUID, as block references have them. @see decisions 2.5 */
export const isUuid = (text: string): boolean => UUID.test(text)
