import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { createForge } from '@forgefold/server'
import { exportSeedOfFolder } from '@forgefold/server/testing'
import { forgefold } from '@forgefold/spec/processes'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-unusable-'))
chmodSync(folder, 0o755)
const file = join(folder, 'file')
writeFileSync(file, '')
const logIsFolder = join(folder, 'log-is-folder')
mkdirSync(join(logIsFolder, 'events.sqlite'), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Folders that no rights make usable. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'that is a file': file,
  'below a file': join(file, 'below'),
  'with a name too long': join(folder, 'long'.repeat(100)),
  'with a name of none': join(folder, 'nul\0'),
  'whose event log is a folder': logIsFolder,
  ...(existsSync('/proc/self')
    ? { 'where nothing is made': '/proc/none', 'below such a one': '/proc/none/below' }
    : {}),
}

describe.each(Object.entries(IMPOSSIBLE))('a folder %s', (_, data) => {
  it('is refused by createForge with an error that names it', async () => {
    await expect(createForge({ data })).rejects.toThrow(data)
  })
  it('is refused by an event store and by an export of its seed', async () => {
    expect(() => openSqliteEventStore({ path: join(data, 'events.sqlite') })).toThrow(data)
    await expect(exportSeedOfFolder(data, { tier: 'free', release: '15.3' }, {})).rejects.toThrow(data)
  })
})

describe('a forge with several folders', () => {
  it('makes each with those above it, closed to others', async () => {
    const data = join(folder, 'made', 'with', 'parents')
    const forge = await createForge({ data })
    await forge.close()
    expect(existsSync(join(data, 'events.sqlite'))).toBe(true)
  })
})

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Runs a command as somebody whom rights bind. */
const run = (...args: ReadonlyArray<string>) => {
  const rights = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const options = {
    encoding: 'utf8',
    cwd: folder,
    timeout: 60_000,
    env: { PATH: process.env['PATH'] },
    ...rights,
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [forgefold, ...args], options)
  return { status, said: stdout, told: stderr }
}

const closed = join(folder, 'closed')
mkdirSync(closed)
writeFileSync(join(closed, 'events.sqlite'), '')
const readOnly = join(folder, 'read-only')
mkdirSync(readOnly)
chmodSync(readOnly, 0o555)
chmodSync(closed, isRoot ? 0o700 : 0)
afterAll(() => {
  for (const made of [closed, readOnly]) chmodSync(made, 0o700)
})

const serve = ['serve', '--port', '0', '--log-level', 'silent', '--data']
const exportSeed = ['export-seed', '--to', join(folder, 'out'), '--from']

describe('a command on a folder without rights', () => {
  it.each([
    [serve, closed, `the folder ${closed} cannot be written: EACCES`, 1],
    [serve, readOnly, `the folder ${readOnly} cannot be written: EACCES`, 1],
    [serve, join(readOnly, 'new'), `the folder ${readOnly}/new cannot be made: EACCES`, 1],
    [['rebuild', '--data'], closed, `the event log at ${closed}/events.sqlite cannot be read: EACCES`, 2],
    [['audit', 'verify', '--data'], closed, `the event log at ${closed}/events.sqlite cannot be read: EACCES`, 2],
    [['history', 'user', '1', '--data'], closed, `the event log at ${closed}/events.sqlite cannot be read: EACCES`, 2],
    [['history', 'user', '1', '--data'], readOnly, `there is no event log at ${readOnly}/events.sqlite`, 2],
    [exportSeed, closed, `the event log at ${closed}/events.sqlite cannot be read: EACCES`, 1],
    [exportSeed, readOnly, `there is no event log at ${readOnly}/events.sqlite`, 1],
    [exportSeed, file, `there is no event log at ${file}/events.sqlite`, 1],
  ] as const)('%j %s says so in one line', (command, data, sentence, status) => {
    const { told, ...ended } = run(...command, data)
    expect(told.split('\n').filter((line) => line !== '')).toEqual([expect.stringContaining(sentence)])
    expect(ended.status).toBe(status)
  })
  it('doctor finds both, and a file that is no folder', () => {
    expect(run('doctor', '--data', closed).said).toContain(`bad   ${closed} cannot be written`)
    expect(run('doctor', '--data', readOnly).said).toContain(`bad   ${readOnly} cannot be written`)
    expect(run('doctor', '--data', file).said).toContain(`bad   ${file} is not a folder`)
  })
})

/** A file system of its own; undefined where this machine mounts none. */
const small = ((): string | undefined => {
  const at = join(folder, 'small')
  mkdirSync(at)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  return at
})()

/** The files in it that this process has open; none are known where there is no `/proc`. */
const openFiles = (): ReadonlyArray<string> => {
  const descriptors = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []
  return descriptors
    .map((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`)
      } catch {
        return ''
      }
    })
    .filter((path) => path.startsWith(small ?? folder))
}

describe.runIf(small !== undefined)('a folder on a full disk', () => {
  afterAll(() => execFileSync('umount', [small ?? '']))
  it.each([0, 8, 32, 64, 256, 700])(
    'is refused with an error that names it, with %i KB left, and nothing stays open',
    async (room) => {
      const filler = join(small ?? '', 'filler')
      writeFileSync(filler, Buffer.alloc((1024 - room) * 1024))
      const data = join(small ?? '', `data-${room}`)
      await expect(createForge({ data })).rejects.toThrow(data)
      expect(openFiles()).toEqual([])
      rmSync(filler)
      rmSync(data, { recursive: true, force: true })
    },
  )
})
