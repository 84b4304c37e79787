/**
 * Syncs a folder of Markdown in Logseq's layout with the graph on this device. `importEdits` brings edits from files
 * into the graph. `writeChanges` brings changes of the graph into files. The engine syncs the graph with the server.
 * The caller must not run two methods at the same time.
 *
 * An interruption at any point loses nothing. A file is only overwritten if it still has the content of its base. No
 * edit is imported twice.
 */
import type { Engine } from '@notegraph/sync'
import { BaseTable } from './base-table.ts'
import { Assets } from './assets.ts'
import { Contents } from './contents.ts'
import type { Disk, Files } from './disk.ts'
import { FileWriter, type MissingFileOfPage } from './file-writer.ts'
import type { IsStable } from './edited-notes.ts'
import type { BlockedFile } from './blocked-files.ts'
import type { SyncContext } from './context.ts'
import { FileImporter } from './file-importer.ts'

/** The result of all steps so far. */
export interface Report {
  /** The numbers of imported notes, written files, and files moved to the backups. */
  readonly taken: number
  readonly written: number
  readonly removed: number
  readonly filesSent: number
  readonly filesFetched: number
  readonly held: readonly BlockedFile[]
  /** Files that pages show and the folder lacks. The notes of these pages are written when the files are there. */
  readonly missing: readonly MissingFileOfPage[]
}

/**
 * The sync of one folder.
 *
 * @example
 * const sync = new FolderSync(engine, disk, files)
 * await sync.open()
 * await sync.importEdits((path, mark) => mark === undefined || now() - mark.modifiedAt >= 500)
 * await sync.writeChanges()
 */
export class FolderSync {
  readonly #context: SyncContext
  readonly #importer: FileImporter
  readonly #writer: FileWriter

  constructor(engine: Engine, disk: Disk, files: Files) {
    const assets = new Assets(engine, disk, files)
    const bases = new BaseTable(engine, disk)
    this.#context = { engine, disk, assets, bases, contents: new Contents(disk, assets, bases) }
    this.#importer = new FileImporter(this.#context)
    this.#writer = new FileWriter(this.#context)
  }

  /** Loads the bases and completes interrupted writes. Open the engine first. */
  async open(): Promise<void> {
    await this.#context.assets.open()
    await this.#context.bases.open()
  }

  get report(): Report {
    const { assets } = this.#context
    const refused = [...assets.refused, ...assets.unsent].map(([file, why]) => ({ file, why }))
    return {
      taken: this.#importer.imported,
      written: this.#writer.written,
      removed: this.#writer.removed,
      filesSent: assets.sent,
      filesFetched: assets.fetched,
      held: [...this.#importer.blocked.list(), ...refused],
      missing: this.#writer.missing,
    }
  }

  /** Scans the folder. `importEdits` does this too. */
  async scan(): Promise<void> {
    await this.#context.contents.scan()
  }

  /**
   * Imports edits of files since they were last read or written.
   *
   * @throws {MassRemoval} if nearly all notes are gone, unless `mayRemoveAll` is set
   * @returns paths of files to import later
   */
  async importEdits(isStable: IsStable, mayRemoveAll: boolean = false): Promise<string[]> {
    await this.scan()
    return this.#importer.importEdits(isStable, mayRemoveAll)
  }

  /** Lets the next `writeChanges` try again to fetch the files that are missing. */
  askAgain(): void {
    this.#context.assets.askAgain()
  }

  /**
   * Writes the files of changed pages.
   *
   * @param changed ids of changed pages and blocks. Default: all pages
   */
  async writeChanges(changed?: Iterable<string>): Promise<void> {
    await this.#writer.write(changed)
  }
}
