/** Nearly all notes are gone. Ask the user before deleting their pages. */
/**
 * Thrown by `FolderSync.importEdits` if nearly all notes are missing from the folder. Nothing was imported.
 *
 * @example
 * new MassRemoval(9, 10).message // '9 of 10 notes are missing from the folder'
 */
export class MassRemoval extends Error {
  override readonly name: string = 'MassRemoval'
  readonly gone: number
  readonly known: number
  constructor(gone: number, known: number) {
    super(`${gone} of ${known} notes are missing from the folder`)
    this.gone = gone
    this.known = known
  }
}

/** The fewest known notes for which this check applies. */
const FEW = 3
const NEARLY_ALL = 0.9

/** Whether this part of the notes is nearly all of them. */
export const isNearlyAll = (gone: number, known: number): boolean =>
  known >= FEW && gone >= known * NEARLY_ALL
