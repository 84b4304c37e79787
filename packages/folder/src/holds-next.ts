/** First lines that hold the lines after them, so that a property line does not stand right below them. */
const HOLDS_NEXT = /^\s*(?:`{3,}|~{3,}|\$\$|#\+begin_|:logbook:|<!--|%%|<pre|\||>|[-*+][ \t]|\d+[.)][ \t])/iu

export const holdsNext = (line: string): boolean => HOLDS_NEXT.test(line)
