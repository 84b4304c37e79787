/**
 * A renderer asks its sources for addresses, and for the content that a block shows from elsewhere. The caller loads the content
 * first (`needsOf`), so every function answers at once. A function that is left out, or returns `undefined`, leaves
 * words: nothing links to or shows what the reader may not see.
 */

/** A block that another one refers to. */
export interface BlockView {
  /** The address of the block; without one, its words are no link. */
  readonly address?: string | undefined
  /** Its first line, as text. */
  readonly words: string
}

/** A file of the account. */
export interface FileView {
  readonly name: string
  /** The media type, for example `image/png`. */
  readonly type: string
  /** The address for the reader; without one, the name of the file is shown. */
  readonly address?: string | undefined
}

/** All functions are optional; without any, a block is words. */
export interface Sources {
  /** The address of a page or a day by its name, as written in a link or a tag. */
  readonly page?: (name: string) => string | undefined
  readonly block?: (id: string) => BlockView | undefined
  /** A file by its id. The id is in no output. */
  readonly file?: (id: string) => FileView | undefined
  /** The HTML of an embedded page; `undefined` shows a link to it. */
  readonly embeddedPage?: (name: string) => string | undefined
  /** The HTML of an embedded block; `undefined` shows its first line. */
  readonly embeddedBlock?: (id: string) => string | undefined
  /** The HTML of the results of a query; `undefined` shows the query. */
  readonly query?: (query: string) => string | undefined
  /** The HTML of a macro that no other function shows, or of a query of Logseq in an Org block; `undefined` shows it as written. */
  readonly macro?: (source: string) => string | undefined
  /**
   * The address for one in a note that is neither on the web nor a letter, such as `../plan.pdf`; `undefined` leaves its
   * words. Addresses with a scheme of scripts or data are never links.
   */
  readonly address?: (written: string) => string | undefined
  /** The labels of the footnotes in all blocks of the page, as `needsOf` lists them. */
  readonly footnotes?: readonly string[]
  /** Begins the ids of footnotes, where a page has several renderers; `note-` by default. */
  readonly notes?: string
  /** The service's own origin, such as `https://notes.example`, by which files can be addressed too. */
  readonly origin?: string | undefined
}
