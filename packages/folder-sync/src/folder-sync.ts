/**
 * Keeps a folder of Markdown in Logseq's layout in step with a graph on this device: `take` brings what was edited in
 * files into the graph, `give` brings what changed in the graph into files. The engine brings the graph in step with the
 * server. One thing at a time; whoever calls sees to that.
 *
 * A file is never overwritten unless it holds what was agreed on last, and nothing is taken from a file twice, wherever
 * the program is cut off.
 */
import type { Engine } from '@notegraph/sync'
import { Agreed } from './agreed.ts'
import { Assets } from './assets.ts'
import { Contents } from './contents.ts'
import type { Disk, Files } from './disk.ts'
import { Giving } from './give.ts'
import type { IsStill } from './edited-notes.ts'
import type { Held } from './held.ts'
import type { Parts } from './parts.ts'
import { Taking } from './take.ts'

export interface Report {
  /** Notes whose edits were taken, and files that were written and laid aside. */
  readonly taken: number
  readonly written: number
  readonly removed: number
  readonly filesSent: number
  readonly filesFetched: number
  readonly held: readonly Held[]
}

export class FolderSync {
  readonly #parts: Parts
  readonly #taking: Taking
  readonly #giving: Giving

  constructor(engine: Engine, disk: Disk, files: Files) {
    const assets = new Assets(engine, disk, files)
    const agreed = new Agreed(engine, disk)
    this.#parts = { engine, disk, assets, agreed, contents: new Contents(disk, assets) }
    this.#taking = new Taking(this.#parts)
    this.#giving = new Giving(this.#parts)
  }

  /** Reads what was agreed on, and settles what was cut off. The engine has to be open. */
  async open(): Promise<void> {
    await this.#parts.assets.open()
    await this.#parts.agreed.open()
  }

  get report(): Report {
    const { assets } = this.#parts
    const refused = [...assets.refused].map(([file, why]) => ({ file, why }))
    return {
      taken: this.#taking.taken,
      written: this.#giving.written,
      removed: this.#giving.removed,
      filesSent: assets.sent,
      filesFetched: assets.fetched,
      held: [...this.#taking.held.list(), ...refused],
    }
  }

  /** Looks what the folder holds now; taking does so too. */
  async look(): Promise<void> {
    await this.#parts.contents.look()
  }

  /**
   * Takes what was edited in files since they were read or written last.
   * @throws {MassRemoval} where nearly all notes are gone and that was not allowed
   * @returns paths that were left for later
   */
  async take(isStill: IsStill, mayRemoveAll: boolean = false): Promise<string[]> {
    await this.look()
    return this.#taking.take(isStill, mayRemoveAll)
  }

  /**
   * Writes the files of pages that say something else by now.
   * @param changed ids of pages and blocks that changed; all pages where left out
   */
  async give(changed?: Iterable<string>): Promise<void> {
    await this.#giving.give(changed)
  }
}
