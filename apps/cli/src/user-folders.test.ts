/** The folders of the user on each system. */
import { expect, test } from 'vitest'
import { cacheFolder, dataFolder, type Machine } from './user-folders.ts'

test.each<[string, Machine, data: string, cache: string]>([
  [
    'Linux',
    { platform: 'linux', env: {}, home: '/home/ada' },
    '/home/ada/.local/share/notegraph',
    '/home/ada/.cache/notegraph',
  ],
  [
    'Linux with folders of its own',
    {
      platform: 'linux',
      env: { XDG_DATA_HOME: '/srv/ada', XDG_CACHE_HOME: '/var/cache/ada' },
      home: '/home/ada',
    },
    '/srv/ada/notegraph',
    '/var/cache/ada/notegraph',
  ],
  [
    'Linux with relative folders, which are ignored',
    { platform: 'linux', env: { XDG_DATA_HOME: 'data', XDG_CACHE_HOME: 'cache' }, home: '/home/ada' },
    '/home/ada/.local/share/notegraph',
    '/home/ada/.cache/notegraph',
  ],
  [
    'macOS',
    { platform: 'darwin', env: {}, home: '/Users/ada' },
    '/Users/ada/Library/Application Support/Notegraph',
    '/Users/ada/Library/Caches/Notegraph',
  ],
  [
    'Windows',
    { platform: 'win32', env: { LOCALAPPDATA: 'D:\\Ada' }, home: 'C:\\Users\\ada' },
    'D:\\Ada\\Notegraph',
    'D:\\Ada\\Notegraph Cache',
  ],
  [
    'Windows without variables',
    { platform: 'win32', env: {}, home: 'C:\\Users\\ada' },
    'C:\\Users\\ada\\AppData\\Local\\Notegraph',
    'C:\\Users\\ada\\AppData\\Local\\Notegraph Cache',
  ],
])('%s', (_, machine, data, cache) => {
  expect(dataFolder(machine)).toBe(data)
  expect(cacheFolder(machine)).toBe(cache)
})
