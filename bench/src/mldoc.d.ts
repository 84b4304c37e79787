declare module 'mldoc' {
  const mldoc: {
    readonly Mldoc: {
      parseJson(text: string, config: string): string
      parseInlineJson(text: string, config: string): string
    }
  }
  export default mldoc
}
