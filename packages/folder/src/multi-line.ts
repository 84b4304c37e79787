/** First lines that affect the lines after them, such as a fence. A property line must not follow them directly. */
const OPENS_MULTI_LINE =
  /^\s*(?:`{3,}|~{3,}|\$\$|#\+begin_|:logbook:|<!--|%%|<pre|\||>|[-*+][ \t]|\d+[.)][ \t])/iu

/** Whether a first line affects the lines after it. */
export const opensMultiLine = (line: string): boolean => OPENS_MULTI_LINE.test(line)
