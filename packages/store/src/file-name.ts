/** An account's id as a file name. Capitals are marked, since some file systems take them for small letters. */
export const idAsFileName = (id: string): string =>
  id.replace(/[A-Z]/g, (capital) => `=${capital.toLowerCase()}`).replace(/^\./, '=.')

/** The id that `idAsFileName` made a name of. */
export const idOfFileName = (name: string): string =>
  name.replace(/^=\./, '.').replaceAll(/=([a-z])/g, (_, letter: string) => letter.toUpperCase())
