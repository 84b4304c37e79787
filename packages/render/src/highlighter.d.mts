export interface Highlighter {
  getLanguage(name: string): object | undefined
  listLanguages(): string[]
  /** @returns `value` as HTML, escaped, with classes */
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

export function createHighlighter(): Highlighter
