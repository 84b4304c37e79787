/** The plan of a folder, with the settings that its own files hold. */
import { CONFIG_PATH } from './config.ts'
import { DAILY_NOTES_PATH } from './daily-notes.ts'
import { LEDGER_PATH } from './ledger.ts'
import type { NoteLimits } from './limits.ts'
import { METADATA_PATH } from './pages-metadata.ts'
import { planFolder, type FolderPlan } from './plan.ts'

/**
 * @param paths of all files, relative to the folder's top, with `/`
 * @param textOf a file of the folder; undefined if it cannot be read
 * @param limits what one note, and the settings, may hold
 */
export async function readPlan(
  paths: ReadonlySet<string>,
  textOf: (path: string) => Promise<string | undefined>,
  limits: Partial<NoteLimits> = {},
): Promise<FolderPlan> {
  const ifThere = async (path: string) => (paths.has(path) ? textOf(path) : undefined)
  const config = await ifThere(CONFIG_PATH)
  const ledger = await ifThere(LEDGER_PATH)
  const metadata = await ifThere(METADATA_PATH)
  const daily = await ifThere(DAILY_NOTES_PATH)
  return planFolder([...paths], config, ledger, limits, metadata, daily)
}
