const NAMES = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** @param iso `YYYY-MM-DD` @returns such as `Friday` */
export const weekdayOf = (iso: string): string => NAMES.format(Date.parse(iso))
