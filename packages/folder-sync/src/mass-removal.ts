/** Nearly all notes are gone: a person is asked before their pages are deleted. */
export class MassRemoval extends Error {
  override readonly name: string = 'MassRemoval'
  readonly gone: number
  readonly known: number
  constructor(gone: number, known: number) {
    super(`${gone} of ${known} notes are gone from the folder`)
    this.gone = gone
    this.known = known
  }
}

/** So many notes have to have been known before they can be nearly all gone. */
const FEW = 3
const NEARLY_ALL = 0.9

export const isNearlyAll = (gone: number, known: number): boolean =>
  known >= FEW && gone >= known * NEARLY_ALL
