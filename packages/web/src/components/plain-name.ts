/** Names in places without markup, such as the title of a window, where no element isolates their direction. */

/** Characters that change the direction of the text behind them. */
const CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A name without characters that could reverse the words around it. */
export const plainName = (name: string): string => name.replace(CONTROLS, '')
