/** The folder of the notes on each system. */
import { expect, test } from 'vitest'
import { dataFolder, type Machine } from './data-folder.ts'

test.each<[string, Machine, string]>([
  ['Linux', { platform: 'linux', env: {}, home: '/home/ada' }, '/home/ada/.local/share/notegraph'],
  [
    'Linux with a folder for data',
    { platform: 'linux', env: { XDG_DATA_HOME: '/srv/ada' }, home: '/home/ada' },
    '/srv/ada/notegraph',
  ],
  [
    'Linux with a relative folder, which is ignored',
    { platform: 'linux', env: { XDG_DATA_HOME: 'data' }, home: '/home/ada' },
    '/home/ada/.local/share/notegraph',
  ],
  [
    'macOS',
    { platform: 'darwin', env: {}, home: '/Users/ada' },
    '/Users/ada/Library/Application Support/Notegraph',
  ],
  [
    'Windows',
    { platform: 'win32', env: { LOCALAPPDATA: 'D:\\Ada' }, home: 'C:\\Users\\ada' },
    'D:\\Ada\\Notegraph',
  ],
  [
    'Windows without variables',
    { platform: 'win32', env: {}, home: 'C:\\Users\\ada' },
    'C:\\Users\\ada\\AppData\\Local\\Notegraph',
  ],
])('%s', (_, machine, folder) => expect(dataFolder(machine)).toBe(folder))
