/** Days as callers write them, in the words of messages and documents. @see assistants 6 */

/** The forms of a day. */
export const DAY_FORMS =
  '`YYYY-MM-DD`, `YYYYMMDD`, `today`, `yesterday`, `tomorrow`, a distance from today such as `+3d`, `-2w`, `+1m` or `-1y`, or the English name of a weekday, which means the next such day after today'

/** Examples of days in the schemas. */
export const DAY_EXAMPLES: readonly string[] = ['2026-11-20', 'today', '+3d', 'friday']

/** The message for a text that is no day. @param name the parameter @param sent the quoted text */
export const dayFault = (name: string, sent: string): string =>
  `${name} takes a day on the calendar such as 2026-11-20, today, friday or +3d, not ${sent}.`
