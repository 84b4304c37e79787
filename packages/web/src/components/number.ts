/** Numbers for people. Creating a format takes far longer than using one, so the first use creates it. */
let tenth: Intl.NumberFormat | undefined

/** `1,234.5`, and `1,234` for a whole number */
export const tenths = (value: number): string =>
  (tenth ??= new Intl.NumberFormat('en', { maximumFractionDigits: 1 })).format(value)
