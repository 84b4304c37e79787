/** The files of a graph. `Blobs` stores their bytes by hash; no method here reads or deletes bytes. */

/** A file as the graph lists it. */
export interface FileEntry {
  readonly id: string
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
  readonly name: string
  /** Media type. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** A file that a commit adds. */
export interface NewFile extends FileEntry {
  /** The path in the imported folder. A file with a path stays until a person removes it. */
  readonly path?: string
}

/** An imported file that no record names. */
export interface UnlinkedFile extends NewFile {
  /** Whether it belongs to a linked file, such as the picture of a highlight to its PDF. */
  readonly belongs: boolean
}

/** The oldest work that a graph has for the sweep, in milliseconds since 1970. */
export interface SweepBacklog {
  /** The earliest time at which a file was noted as unused. */
  readonly unusedSince?: number
  /** The earliest note of the feed while there are tombstones; 0 if there is no note. */
  readonly deletedSince?: number
}

/** The files of a graph, without their bytes. */
export interface FileStore {
  find(id: string): Promise<FileEntry | undefined>
  findByHash(hash: string): Promise<FileEntry | undefined>
  /** All files, by id. */
  list(): Promise<FileEntry[]>
  /**
   * Deletes files that no import brought, that no page used for a while, and that no live record names. First notes
   * which files are unused now.
   * @param unusedSince the latest time at which a file was noted as unused, in milliseconds since 1970
   * @param shown the ids of files that readers see anyway
   * @returns the deleted files
   */
  clearUnused(now: number, unusedSince: number, shown?: readonly string[]): Promise<FileEntry[]>
  /**
   * Restarts the time for which an unused file is kept.
   * @param path the path at which an import found the same bytes; the file counts as imported from now on
   */
  renew(id: string, path?: string): Promise<void>
  /** The imported files that no record names, by name, then by id. */
  listUnlinked(): Promise<UnlinkedFile[]>
  /**
   * Deletes those of the files that `listUnlinked` returns without `belongs`.
   * @returns the deleted files; an empty list if other commits keep coming in between
   */
  removeUnlinked(ids: readonly string[]): Promise<FileEntry[]>
  /** The work that this graph has for the sweep. */
  sweepBacklog(): Promise<SweepBacklog>
}
