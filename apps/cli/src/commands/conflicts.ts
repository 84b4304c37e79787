import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOf } from '@notegraph/graph'
import type { Conflict, Engine } from '@notegraph/sync'
import { Command } from 'commander'
import { withJson } from '../command.ts'
import { CommandError, output, UsageError } from '../output.ts'
import { applyPicks, openDevice } from '../sync/device.ts'
import { isKept, lock, placeOf, type Place } from '../sync/place.ts'

export function conflictsCommand(): Command {
  const command = new Command('conflicts')
    .description('blocks of a folder in step whose words were changed on two devices')
    .argument('<folder>')
    .option('--pick <block:number>', 'keep one version, as the list numbers them; 1 is the one that stands')
  return withJson(command).action(
    async (folder: string, { pick, json }: { pick?: string; json?: boolean }) => {
      const place = placeOf(folder)
      if (!isKept(place))
        throw new CommandError(`${folder} is not kept in step; run \`notegraph sync ${folder}\` first.`)
      const out = output(json === true, (text) => process.stdout.write(text))
      const choice = pick === undefined ? undefined : readChoice(pick)
      const device = await openDevice(place, undefined)
      try {
        const conflicts = await listed(device.engine)
        if (!choice)
          return out.result({ conflicts }, conflicts.length === 0 ? NONE : conflicts.flatMap(lines))
        const picked = pickedOf(conflicts, choice)
        await mkdir(place.picks, { recursive: true })
        await writeFile(join(place.picks, picked.id), picked.rev)
      } finally {
        await device.close()
      }
      await settle(place)
      out.result({ ok: true, ...choice }, ['Picked.'])
    },
  )
}

const NONE = ['No block has two versions.']

interface Shown {
  readonly id: string
  readonly page: string
  readonly versions: readonly {
    readonly number: number
    readonly text: string
    readonly rev: string
    readonly at: number
    readonly device?: string
  }[]
}

async function listed(engine: Engine): Promise<Shown[]> {
  const conflicts = await engine.conflicts()
  return Promise.all(
    conflicts.map(async ({ id, pageId, words, versions }: Conflict) => {
      const page = await engine.record(pageId)
      const all = [words, ...versions].map((one, i) => ({ number: i + 1, ...one }))
      return { id, page: page?.kind === 'page' ? nameOf(page) : pageId, versions: all }
    }),
  )
}

function lines({ id, page, versions }: Shown): string[] {
  return [
    `${page}  ${id}`,
    ...versions.map(
      ({ number, text, at, device }) =>
        `  ${number}  ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}${device ? `  ${device}` : ''}  ${text.replaceAll('\n', '\n     ')}`,
    ),
  ]
}

interface Choice {
  readonly block: string
  readonly number: number
}

function readChoice(text: string): Choice {
  const [, block, number] = /^([\w.-]+):(\d{1,3})$/.exec(text) ?? []
  if (block === undefined) throw new UsageError('Give a block and a number, such as --pick 3f2504e0:2.')
  return { block, number: Number(number) }
}

function pickedOf(conflicts: readonly Shown[], { block, number }: Choice): { id: string; rev: string } {
  const found = conflicts.filter(({ id }) => id === block || id.startsWith(block))
  const [one] = found
  if (!one || found.length > 1)
    throw new CommandError(
      one ? `Several blocks begin with ${block}.` : `No block ${block} has two versions.`,
    )
  const version = one.versions.find((version) => version.number === number)
  if (!version) throw new CommandError(`${one.id} has versions 1 to ${one.versions.length}.`)
  return { id: one.id, rev: version.rev }
}

/** A sync that runs hears of it within a second; else it is done here, and goes to the server with the next one. */
async function settle(place: Place): Promise<void> {
  const held = lock(place)
  if (!held) return
  try {
    const device = await openDevice(place, undefined)
    try {
      await device.folder.open()
      await device.folder.look()
      await applyPicks(place, device.engine)
      await device.folder.give()
    } finally {
      await device.close()
    }
  } finally {
    held.release()
  }
}
