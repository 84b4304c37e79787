/** Compiled code in a folder of the user, so that later starts need not compile it again. */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { cacheFolder } from './user-folders.ts'

/**
 * Caches the modules that this process and its threads load from now on. Without a folder to write to, nothing is cached.
 * NODE_COMPILE_CACHE names another folder, and NODE_DISABLE_COMPILE_CACHE turns the cache off.
 */
export function cacheCompiledCode(): void {
  // Not Node's default below the system's temporary folder: there, another user could place the code that this one runs.
  const folder = folderOfUser()
  if (folder === undefined || module.enableCompileCache(folder).directory === undefined) return
  process.env['NODE_COMPILE_CACHE'] ??= folder // for threads
}

/** @returns undefined for a user without a home folder */
function folderOfUser(): string | undefined {
  try {
    const home = homedir()
    // Node tries without end to create a folder below some that do not exist, such as one in `/proc`.
    return existsSync(home) ? cacheFolder({ platform: process.platform, env: process.env, home }) : undefined
  } catch {
    return undefined
  }
}
