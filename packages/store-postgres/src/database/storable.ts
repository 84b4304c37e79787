/**
 * Whether PostgreSQL can store a text. It refuses NUL in every text, also in one that is only compared.
 * @returns false if no row can contain it
 */
export const isStorable = (text: string): boolean => !text.includes('\0')
