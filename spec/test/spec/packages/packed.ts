import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The published packages by the last part of their names. */
export const NAMES = ['core', 'adapters', 'server', 'testing', 'laws'] as const

/** What is published: the tarballs, and the packages as they are in them. */
export interface Packed {
  readonly tarballs: ReadonlyArray<string>
  /** The folder of an unpacked package. */
  readonly folderOf: (name: string) => string
  readonly remove: () => void
}

const packInto = (folder: string): void => {
  execFileSync(process.execPath, ['scripts/packages.mjs', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const packedIn = (folder: string, remove: () => void): Packed => ({
  tarballs: readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(folder, file)),
  folderOf: (name) => join(folder, 'assembled', name),
  remove,
})

/** Whether this process is the first that asks. */
const isFirst = (folder: string): boolean => mkdirSync(`${folder}.claimed`, { recursive: true }) !== undefined

/** Packs into a folder that other processes of a run use too: the first of them packs, the others wait for it. */
const packOnce = async (folder: string): Promise<Packed> => {
  if (isFirst(folder)) {
    try {
      packInto(`${folder}.making`)
      renameSync(`${folder}.making`, folder)
    } catch (error) {
      // Nobody is to wait for what will not come.
      mkdirSync(folder)
      throw error
    }
  }
  // As long as the hook that asks may take.
  while (!existsSync(folder)) await pause(200)
  return packedIn(folder, () => undefined)
}

/**
 * Every package as it is published; nobody may write there. `npm test` names the folder for all files of a run in `FORGEFOLD_TEST_PACKED` and
 * removes it; without that, the packages are made for this call and go with `remove`.
 */
export const pack = async (): Promise<Packed> => {
  const shared = process.env['FORGEFOLD_TEST_PACKED']
  if (shared !== undefined && shared !== '') return packOnce(shared)
  const home = mkdtempSync(join(tmpdir(), 'forgefold-packed-'))
  packInto(home)
  return packedIn(home, () => rmSync(home, { recursive: true, force: true }))
}
