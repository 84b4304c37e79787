declare module 'mldoc' {
  export const Mldoc: {
    parseJson(text: string, config: string): string
    parseInlineJson(text: string, config: string): string
  }
}
