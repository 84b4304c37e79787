/** Plans a folder from its paths and the settings in its files. */
import { CONFIG_PATH } from './config.ts'
import { DAILY_NOTES_PATH, PERIODIC_NOTES_PATH, periodicNotes } from './daily-notes.ts'
import { MANIFEST_PATH, VAULT_MANIFEST_PATH } from './export-manifest.ts'
import type { NoteLimits } from './limits.ts'
import { METADATA_PATH } from './pages-metadata.ts'
import { planFolder, type FolderPlan } from './plan.ts'

/**
 * Reads the settings and plans the folder.
 *
 * @param paths the paths of all files, relative to the folder's top, with `/`
 * @param textOf returns the text of a file, or `undefined` if it cannot be read
 * @param limits the limits of one note and of the settings
 * @example
 * (await readPlan(new Set(['pages/Home.md']), async () => undefined)).style // 'logseq'
 */
export async function readPlan(
  paths: ReadonlySet<string>,
  textOf: (path: string) => Promise<string | undefined>,
  limits: Partial<NoteLimits> = {},
): Promise<FolderPlan> {
  const ifThere = async (path: string) => (paths.has(path) ? textOf(path) : undefined)
  const config = await ifThere(CONFIG_PATH)
  const manifest = (await ifThere(MANIFEST_PATH)) ?? (await ifThere(VAULT_MANIFEST_PATH))
  const metadata = await ifThere(METADATA_PATH)
  const daily = periodicNotes(await ifThere(PERIODIC_NOTES_PATH)) ?? (await ifThere(DAILY_NOTES_PATH))
  return planFolder([...paths], config, manifest, limits, metadata, daily)
}
