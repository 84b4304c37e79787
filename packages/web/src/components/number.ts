/** Numbers for people. Creating a format takes far longer than using one. */
const TENTHS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `1,234.5`, and `1,234` for a whole number */
export const tenths = (value: number): string => TENTHS.format(value)
