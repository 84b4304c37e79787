/** Counts the layouts of derived rows: raise it when they mean something else, and opening a graph rebuilds them. */
export const LAYOUT = 1
