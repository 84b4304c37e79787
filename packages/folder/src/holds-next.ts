/** First lines that affect the lines after them, such as a fence. A property line must not follow them directly. */
const HOLDS_NEXT = /^\s*(?:`{3,}|~{3,}|\$\$|#\+begin_|:logbook:|<!--|%%|<pre|\||>|[-*+][ \t]|\d+[.)][ \t])/iu

/** Whether a first line affects the lines after it. */
export const holdsNext = (line: string): boolean => HOLDS_NEXT.test(line)
