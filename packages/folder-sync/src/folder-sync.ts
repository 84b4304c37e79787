/**
 * Keeps a folder of Markdown in Logseq's layout in step with a graph on this device: `importEdits` brings what was edited in
 * files into the graph, `writeChanges` brings what changed in the graph into files. The engine brings the graph in step with the
 * server. One thing at a time; whoever calls sees to that.
 *
 * A file is never overwritten unless it holds what was agreed on last, and nothing is taken from a file twice, wherever
 * the program is cut off.
 */
import type { Engine } from '@notegraph/sync'
import { BaseTable } from './base-table.ts'
import { Assets } from './assets.ts'
import { Contents } from './contents.ts'
import type { Disk, Files } from './disk.ts'
import { FileWriter } from './file-writer.ts'
import type { IsStable } from './edited-notes.ts'
import type { BlockedFile } from './blocked-files.ts'
import type { SyncContext } from './context.ts'
import { FileImporter } from './file-importer.ts'

export interface Report {
  /** Notes whose edits were taken, and files that were written and laid aside. */
  readonly taken: number
  readonly written: number
  readonly removed: number
  readonly filesSent: number
  readonly filesFetched: number
  readonly held: readonly BlockedFile[]
}

export class FolderSync {
  readonly #context: SyncContext
  readonly #importer: FileImporter
  readonly #writer: FileWriter

  constructor(engine: Engine, disk: Disk, files: Files) {
    const assets = new Assets(engine, disk, files)
    const bases = new BaseTable(engine, disk)
    this.#context = { engine, disk, assets, bases, contents: new Contents(disk, assets) }
    this.#importer = new FileImporter(this.#context)
    this.#writer = new FileWriter(this.#context)
  }

  /** Reads what was agreed on, and settles what was cut off. The engine has to be open. */
  async open(): Promise<void> {
    await this.#context.assets.open()
    await this.#context.bases.open()
  }

  get report(): Report {
    const { assets } = this.#context
    const refused = [...assets.refused].map(([file, why]) => ({ file, why }))
    return {
      taken: this.#importer.imported,
      written: this.#writer.written,
      removed: this.#writer.removed,
      filesSent: assets.sent,
      filesFetched: assets.fetched,
      held: [...this.#importer.blocked.list(), ...refused],
    }
  }

  /** Looks what the folder holds now; taking does so too. */
  async look(): Promise<void> {
    await this.#context.contents.look()
  }

  /**
   * Takes what was edited in files since they were read or written last.
   * @throws {MassRemoval} where nearly all notes are gone and that was not allowed
   * @returns paths that were left for later
   */
  async importEdits(isStill: IsStable, mayRemoveAll: boolean = false): Promise<string[]> {
    await this.look()
    return this.#importer.importEdits(isStill, mayRemoveAll)
  }

  /**
   * Writes the files of pages that say something else by now.
   * @param changed ids of pages and blocks that changed; all pages where left out
   */
  async writeChanges(changed?: Iterable<string>): Promise<void> {
    await this.#writer.write(changed)
  }
}
